/** Counts tokens the way one named vocabulary does. Any text is plain text to it: nothing in a text is special, and it never throws. */
export interface Tokenizer {
  readonly encoding: string;
  countTokens(text: string): number;
}
