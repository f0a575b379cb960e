type Fields = Readonly<Record<string, unknown>>;

/** A text that was cut, or left out: what is missing of it, and where it belongs. */
export interface Rest {
  readonly field: string;
  readonly text: string;
}

export interface Lead {
  readonly lead: Fields;
  readonly rests: readonly Rest[];
}

/** How many texts' worth of characters an element may have before its later fields are left out. */
const TEXTS_PER_ELEMENT = 4;

/** The longest beginning that ends between words, or at least between characters. */
export const beginning = (text: string, chars: number): string => {
  const cut = text.slice(0, chars);
  const space = cut.lastIndexOf(' ');
  const end = space > chars * 0.6 ? space : chars;
  return /[\uD800-\uDBFF]$/.test(cut.slice(0, end)) ? cut.slice(0, end - 1) : cut.slice(0, end);
};

class Cutter {
  readonly rests: Rest[] = [];
  #left: number;

  constructor(readonly textChars: number) {
    this.#left = textChars * TEXTS_PER_ELEMENT;
  }

  cut(value: unknown, field: string): unknown {
    if (typeof value === 'string') return this.#text(value, field);
    if (typeof value !== 'object' || value === null) return value;
    // Names inside a payload are free text too, so a long one is cut as text.
    if (field === 'payload' && JSON.stringify(value).length > this.#left) return this.#text(JSON.stringify(value), field);
    if (Array.isArray(value)) return value.map((one, index) => this.cut(one, `${field}/${index}`)).filter((one) => one !== undefined);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const cut = this.cut(one, field === '' ? key : `${field}/${key}`);
        return cut === undefined ? [] : [[key, cut]];
      }),
    );
  }

  #text(text: string, field: string): string | undefined {
    const room = Math.min(this.textChars, this.#left);
    if (text.length <= room || field === 'id' || field === 'path') {
      this.#left -= text.length;
      return text;
    }
    const start = room < 1 ? '' : beginning(text, room);
    this.#left -= start.length;
    this.rests.push({ field, text: text.slice(start.length) });
    return start === '' ? undefined : `${start}…`;
  }
}

/** An element with its texts cut to so many characters each, and apart from it what was cut off: together they are the whole. */
export const leadOf = (value: Fields, textChars: number): Lead => {
  const cutter = new Cutter(textChars);
  const lead = cutter.cut(value, '') as Fields;
  return { lead: cutter.rests.length === 0 ? lead : { ...lead, clipped: true }, rests: cutter.rests };
};
