const KINDS = 'decisions|issues|warnings|findings|not_done|failed_approaches|checks|feedback|packets|gates|artifacts|goal|history';

const isHidden = (character: string): boolean => /\p{Cf}|\p{Default_Ignorable_Code_Point}/u.test(character);
const isBlank = (character: string): boolean => /\s|\p{Cc}|\u2800/u.test(character);

const ESCAPE = String.fromCharCode(0x1b);

/** Without what colours a terminal. */
const withoutColour = (text: string): string => {
  const [first = '', ...rest] = text.split(`${ESCAPE}[`);
  return first + rest.map((part) => (/^[0-?]*[ -/]*[@-~]/.test(part) ? part.replace(/^[0-?]*[ -/]*[@-~]/, '') : ` [${part}`)).join('');
};

/** What a summary may show of a text at most: written apart from the product, so that the two check each other. */
export const shownText = (text: string): string => {
  let out = '';
  for (const character of withoutColour(text.toWellFormed())) {
    const isPlain = character > ' ' && character < '\u007f';
    if (!isPlain && isHidden(character)) continue;
    if (isPlain || !isBlank(character)) out += character;
    else if (out !== '' && !out.endsWith(' ')) out += ' ';
  }
  const words = out
    .trimEnd()
    .split(' ')
    .map((word) => (word === '—' ? '–' : word));
  const clean = words.join(' ').replaceAll(new RegExp(`(${KINDS})@(\\d)`, 'gi'), '$1 @$2');
  return clean === '' ? '(blank)' : clean;
};

/** Whether a shown value is a text, or parts of it in their order with `…` between them. */
export const isShownOf = (value: string, text: string): boolean => {
  const whole = shownText(text);
  let from = 0;
  for (const part of value.split('…').map((piece) => piece.trim())) {
    const at = whole.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
};
