const ALWAYS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const ANY_ADDRESS: readonly string[] = ['0.0.0.0', '::', ''];
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?$/;

/**
 * The names under which this service may be called. A page of somebody else's that a browser shows can neither send a foreign `Host`
 * past it (a name made to lead here) nor a foreign `Origin` (a form or script that calls here).
 */
export class AllowedHosts {
  readonly #names: ReadonlySet<string>;

  /** `further`: `jerry.example` with any port, `jerry.example:8080` with this one alone. `listening`: an address somebody chose is also meant. */
  constructor(further: readonly string[], listening: string) {
    const own = ANY_ADDRESS.includes(listening) ? [] : [listening.includes(':') ? `[${listening}]` : listening];
    this.#names = new Set([...ALWAYS, ...own, ...further].map((name) => name.toLowerCase()));
  }

  passes(host: string | undefined): boolean {
    const [, name, port] = HOST.exec(host?.toLowerCase() ?? '') ?? [];
    return name !== undefined && (this.#names.has(name) || (port !== undefined && this.#names.has(`${name}:${port}`)));
  }

  /** Of a page with no origin (`null`), such as a file or a sandboxed frame, nothing is known. */
  passesOrigin(origin: string | undefined): boolean {
    if (origin === undefined) return true;
    const [, host] = /^https?:\/\/([^/]*)$/i.exec(origin) ?? [];
    return this.passes(host);
  }
}
