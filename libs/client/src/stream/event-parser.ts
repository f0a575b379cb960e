export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events out of pieces of text, cut anywhere. An event counts once the empty line after it is there: one that was
 * cut off is dropped, and comes again from a server that is told the last id.
 */
export class EventParser {
  /** How long the server asks to wait before a reconnect. */
  retryMs: number | null = null;
  /** The last id that was there whole, also one that came without an event: where a new connection goes on. */
  lastId = '';
  #rest = '';
  #atStart = true;
  #afterReturn = false;
  #id = '';
  #event = '';
  #data: string[] = [];

  push(piece: string): ServerEvent[] {
    if (piece === '') return [];
    const lines = (this.#rest + this.#withoutHalves(piece)).split(/\r\n|\n|\r/);
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => this.#line(line)).filter((event) => event !== null);
  }

  /** Without the second half of a line end whose first half ended the last piece, and without a byte order mark. */
  #withoutHalves(piece: string): string {
    let text = piece;
    if (this.#atStart) text = text.replace(/^\uFEFF/, '');
    else if (this.#afterReturn) text = text.replace(/^\n/, '');
    this.#atStart = false;
    this.#afterReturn = piece.endsWith('\r');
    return text;
  }

  #line(line: string): ServerEvent | null {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.retryMs = Number(value);
    return null;
  }

  #dispatch(): ServerEvent | null {
    this.lastId = this.#id;
    const event = this.#data.length === 0 ? null : { id: this.#id, event: this.#event || 'message', data: this.#data.join('\n') };
    this.#event = '';
    this.#data = [];
    return event;
  }
}
