import { LIMITS } from '@app/handoff';
import { redactSecrets } from '@app/platform';

/** Colours, cursor movements and titles that programs write for terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const FOR_TERMINALS = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g;
const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu;

/** The end of what a program wrote, as it may be kept and shown: without secrets, as text, with what is to be said of it before. */
export const outputTail = (output: string, remark: string): string => {
  // Secrets first: one that is cut in two would not be known any more.
  const written = redactSecrets(output.replace(FOR_TERMINALS, '').replaceAll('\r\n', '\n')).text;
  const text = written.replace(UNPRINTABLE, '').trim();
  const room = LIMITS.textChars - remark.length - 2;
  const tail = text.length <= room ? text : `…${text.slice(-room)}`;
  return [remark, tail.toWellFormed()].filter((part) => part !== '').join('\n');
};
