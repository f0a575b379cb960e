/** Nothing was answered in time. What was asked may still be carried out. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Rejects with `NoAnswer` when there is none in time; what was asked goes on, unobserved. */
export async function within<T>(patienceMs: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${patienceMs / 1_000} s`)), patienceMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
