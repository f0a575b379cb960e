/**
 * A token of this principal. The client sends this call once, since each answer is another token; here one that nobody got does no harm.
 * @param {string} principal
 * @param {import('../../libs/client/src/index.js').Client} admin
 * @param {{ Unreachable: new (...args: never[]) => Error, signal: AbortSignal }} given
 * @returns {Promise<string>}
 */
export async function tokenFor(principal, admin, { Unreachable, signal }) {
  for (;;) {
    // Waits until there is somebody to answer.
    await admin.me({ signal });
    try {
      return (await admin.createToken({ principal }, { signal })).token;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
  }
}
