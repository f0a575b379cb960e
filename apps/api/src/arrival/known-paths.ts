import { HandoffError } from '@app/handoff';

/** Which methods an address takes: to tell one that is nobody's from one that is called in the wrong way. */
export class KnownPaths {
  readonly #methods = new Map<string, Set<string>>();
  #patterns: readonly { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] | undefined;

  /** `path` as routes are written, with `:name` for what varies. */
  add(path: string, methods: string | readonly string[]): void {
    const known = this.#methods.get(path) ?? new Set();
    for (const method of [methods].flat()) known.add(method);
    this.#methods.set(path, known);
    this.#patterns = undefined;
  }

  /** Why nothing answers here: 405 with what would, or 404. */
  refusal(url: string): HandoffError {
    const path = url.replace(/[?#].*$/s, '');
    const allowed = this.#all().flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : []));
    if (allowed.length === 0) return new HandoffError('not_found', 'There is nothing at this address.');
    return new HandoffError('method_not_allowed', `This address takes ${allowed.join(', ')}.`, { allowed });
  }

  #all(): readonly { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] {
    this.#patterns ??= [...this.#methods].map(([path, methods]) => ({ pattern: patternOf(path), methods }));
    return this.#patterns;
  }
}

const patternOf = (path: string): RegExp => {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
};
