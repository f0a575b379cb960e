/** Counts tokens the way one named vocabulary does. Any text is plain text to it: nothing in a text is special, and it never throws. */
export interface Tokenizer {
  readonly encoding: string;
  /** No token reaches over a blank into the next word, nor over the end of a line into one that begins with a letter. */
  readonly wordsAddUp?: true;
  countTokens(text: string): number;
}
