export interface Sentence {
  readonly text: string;
  /** What people write before they come to the point. */
  readonly isPreamble: boolean;
}

const END = /[.!?;…][)"'’”`]? (?=[\p{Lu}\p{Lo}\d`"'(/<_[–])/gu;
const PREAMBLE =
  /^(?:after|while|during|having|looking|following|when|since|given|based on|as (?:discussed|agreed|mentioned|noted|expected|planned|before)|(?:i|we) (?:first|looked|spent|went|started|began|discussed|talked|sat|walked|thought|suspected|believed|expected|hoped|wanted|agree|had a look|have to)|for (?:context|the record|reference|completeness)|background|context|fyi|note|just|ok(?:ay)?|thanks|initially|originally|to recap|in (?:short|summary|general)|per|this took)\b/i;
/** A clause that takes more of its sentence than this is not in front of the point, it is the point. */
const MOST_OF_SENTENCE = 0.7;

/** A sentence that starts with a preamble comes apart where the preamble ends. */
const withoutPreamble = (text: string): Sentence[] => {
  if (!PREAMBLE.test(text)) return [{ text, isPreamble: false }];
  const comma = text.search(/[,:] /);
  if (comma < 0 || comma > text.length * MOST_OF_SENTENCE) return [{ text, isPreamble: true }];
  return [
    { text: text.slice(0, comma + 1), isPreamble: true },
    { text: text.slice(comma + 2), isPreamble: false },
  ];
};

export const sentencesOf = (value: string): readonly Sentence[] => {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const end of value.matchAll(END)) {
    const stop = end.index + end[0].length;
    sentences.push(...withoutPreamble(value.slice(start, stop - 1)));
    start = stop;
  }
  sentences.push(...withoutPreamble(value.slice(start)));
  return sentences;
};
