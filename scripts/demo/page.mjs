import process from 'node:process';

const [NARROWEST, WIDEST] = [60, 100];
const LABEL_COLUMNS = 11;
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** @typedef {keyof typeof CODES} Style */

/** What the demo writes on: as wide as the terminal, in colour only where somebody sees it. */
export class Page {
  #columns;
  #colours;

  /** @param {NodeJS.WriteStream} stream */
  constructor(stream) {
    this.stream = stream;
    this.#columns = Math.max(NARROWEST, Math.min(stream.columns ?? WIDEST, WIDEST));
    this.#colours = stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  }

  blank() {
    this.stream.write('\n');
  }

  /** A scene begins. @param {string} title @param {Style} [style] */
  heading(title, style = 'cyan') {
    const rule = '─'.repeat(Math.max(2, this.#columns - title.length - 4));
    this.stream.write(`\n${this.#in('dim', '──')} ${this.#in('bold', this.#in(style, title))} ${this.#in('dim', rule)}\n`);
  }

  /** @param {string} text @param {Style} [style] */
  say(text, style) {
    for (const line of wrapped(text, this.#columns)) this.stream.write(`${this.#in(style, line)}\n`);
  }

  /** A word at the margin and what it is about. @param {string} label @param {string} text @param {Style} [style] */
  row(label, text, style) {
    const lines = wrapped(text, this.#columns - LABEL_COLUMNS);
    lines.forEach((line, k) => {
      this.stream.write(`${this.#in('dim', `  ${k === 0 ? label : ''}`.padEnd(LABEL_COLUMNS))}${this.#in(style, line)}\n`);
    });
  }

  /** Text of somebody else's, word for word; long lines go on further in. @param {string} text */
  quote(text) {
    const room = this.#columns - LABEL_COLUMNS - 2;
    for (const line of text.trimEnd().split('\n'))
      wrapped(line, room - 2).forEach((piece, k) => {
        this.stream.write(`${' '.repeat(LABEL_COLUMNS)}${this.#in('dim', '│')} ${k === 0 ? '' : '  '}${piece}\n`);
      });
  }

  /** Something from beside the story. @param {string} text */
  aside(text) {
    this.row('!', text, 'yellow');
  }

  /** @param {Style | undefined} style @param {string} text */
  #in(style, text) {
    return style === undefined || !this.#colours ? text : `\u001b[${CODES[style]}m${text}\u001b[0m`;
  }
}

/** At spaces; a word that is longer than a line stays whole, for it may be a path to copy. @param {string} text @param {number} columns @returns {string[]} */
function wrapped(text, columns) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
