const TOKEN =
  /[ \t\r\n]*(?:(?<mark>[{}[\]:,])|(?<text>"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<plain>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/uy;
const DEEPEST = 32;

interface Token {
  readonly kind: 'mark' | 'text' | 'plain';
  readonly text: string;
  readonly at: number;
}

/** What is wrong with a text that should be JSON, and where: lines and columns count from 1. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';

  constructor(
    readonly line: number,
    readonly column: number,
    readonly problem: string,
  ) {
    super(`line ${line}, column ${column}: ${problem}`);
  }
}

/** Reads JSON that a person wrote: says where it is broken, and takes no name twice, where the first would be dropped in silence. */
export function readJson(text: string): unknown {
  return new JsonReader(text.replace(/^\ufeff/, '')).whole();
}

/** The grammar only; what a token means is left to `JSON.parse`. */
class JsonReader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    const value = this.value('a value', 0);
    if (this.text.slice(this.at).trim() !== '') this.fail('nothing may follow the end of the value');
    return value;
  }

  private value(expected: string, depth: number): unknown {
    const { kind, text, at } = this.next(expected);
    if (depth > DEEPEST) this.fail('nested too deeply', at);
    if (kind !== 'mark') return JSON.parse(text);
    if (text === '{') return this.object(depth + 1);
    if (text === '[') return this.list(depth + 1);
    return this.fail(`${expected} is expected here`, at);
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = [];
    if (this.takes(']')) return items;
    do items.push(this.value('a value', depth));
    while (this.goesOn(']'));
    return items;
  }

  private object(depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    if (this.takes('}')) return {};
    do {
      const { kind, text, at } = this.next('a name in double quotes');
      if (kind !== 'text') this.fail('a name in double quotes is expected here', at);
      const name = String(JSON.parse(text));
      if (entries.has(name)) this.fail(`${text} stands here for the second time`, at);
      if (name === '__proto__') this.fail(`${text} is not a name that can be used`, at);
      if (!this.takes(':')) this.fail(`a colon is missing after ${text}`);
      entries.set(name, this.value(`a value for ${text}`, depth));
    } while (this.goesOn('}'));
    return Object.fromEntries(entries);
  }

  private goesOn(end: ']' | '}'): boolean {
    if (this.takes(end)) return false;
    if (!this.takes(',')) this.fail(`a comma or ${end} is missing`);
    const { at } = this;
    if (this.takes(end)) this.fail('no comma may stand after the last entry', at - 1);
    return true;
  }

  private takes(mark: string): boolean {
    const found = this.read();
    if (found?.text !== mark) return false;
    this.at = TOKEN.lastIndex;
    return true;
  }

  private next(expected: string): Token {
    const found = this.read() ?? this.fail(`${expected} is expected here`);
    this.at = TOKEN.lastIndex;
    return found;
  }

  private read(): Token | null {
    TOKEN.lastIndex = this.at;
    const { mark, text, plain } = TOKEN.exec(this.text)?.groups ?? {};
    const found = mark ?? text ?? plain;
    if (found === undefined) return null;
    return { kind: mark !== undefined ? 'mark' : text !== undefined ? 'text' : 'plain', text: found, at: TOKEN.lastIndex - found.length };
  }

  /** At the next thing that stands there, or where the text ends. */
  private fail(problem: string, at = this.at + (/^[ \t\r\n]*/.exec(this.text.slice(this.at))?.[0].length ?? 0)): never {
    const lines = this.text.slice(0, at).split(/\r\n|\n|\r/);
    const isComment = /^(\/\/|\/\*|#)/.test(this.text.slice(at));
    throw new JsonTextError(lines.length, (lines.at(-1)?.length ?? 0) + 1, isComment ? 'comments are not part of JSON' : problem);
  }
}
