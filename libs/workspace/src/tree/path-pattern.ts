const MOST_FORMS = 64;
const WILD = /[*?]/;

interface Form {
  readonly parts: readonly string[];
  /** What stands before the first wildcard: nothing outside of it can fit. */
  readonly base: readonly string[];
}

/**
 * Which files are meant: `*` and `?` stand for letters within a part, `**` as a part for any number of parts, `{a,b}` for either. Without
 * any of them it means a file, or all below a folder. It takes no longer than the product of both lengths, whatever the pattern.
 */
export class PathPattern {
  readonly #forms: readonly Form[];

  constructor(pattern: string) {
    this.#forms = alternatives(pattern).map(formOf);
  }

  /** Folders, or files, below which everything lies that can fit. */
  get bases(): readonly string[] {
    return [...new Set(this.#forms.map(({ base }) => base.join('/')))];
  }

  matches(path: string): boolean {
    const given = path.split('/');
    return this.#forms.some(({ parts }) =>
      fits(parts, given, '**', (wanted, part) => wanted === part || fits(wanted, part, '*', isLetter)),
    );
  }
}

const isLetter = (wanted: string, letter: string): boolean => wanted === '?' || wanted === letter;

function formOf(pattern: string): Form {
  const parts = pattern.split('/');
  const wild = parts.findIndex((part) => WILD.test(part));
  return wild < 0 ? { parts: [...parts, '**'], base: parts } : { parts, base: parts.slice(0, wild) };
}

/** Innermost braces first, so that they may stand within others. Too many forms: braces that are left mean themselves. */
function alternatives(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let form = open.pop(); form !== undefined; form = open.pop()) {
    const [braces, list = ''] = /\{([^{}]*)\}/.exec(form) ?? [];
    const choices = list.split(',');
    if (braces === undefined || done.length + open.length + choices.length > MOST_FORMS) done.push(form);
    else open.push(...choices.map((choice) => (form as string).replace(braces, () => choice)));
  }
  return done;
}

/** Goes back to the last star only: what stands before it had better fit as early as it can. */
function fits<T extends string | readonly string[]>(
  wanted: T,
  given: T,
  star: string,
  one: (wanted: string, given: string) => boolean,
): boolean {
  let [w, g, lastStar, from] = [0, 0, -1, 0];
  while (g < given.length) {
    if (wanted[w] === star) [lastStar, from, w] = [w, g, w + 1];
    else if (w < wanted.length && one(wanted[w] as string, given[g] as string)) [w, g] = [w + 1, g + 1];
    else if (lastStar >= 0) [w, from, g] = [lastStar + 1, from + 1, from + 1];
    else return false;
  }
  while (wanted[w] === star) w++;
  return w === wanted.length;
}
