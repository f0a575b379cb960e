import { z } from 'zod';
import type { Handed } from './handed.js';
import { lastMessage } from './last-message.js';
import type { Ran } from './ran.js';
import type { Recipe } from './recipe.js';
import { troubleIn } from './trouble-in.js';

/** What `--output-format json` prints, as far as it says what came of it. */
const Envelope = z.object({
  type: z.literal('result'),
  subtype: z.string().optional(),
  is_error: z.boolean(),
  result: z.string().optional(),
  errors: z.array(z.unknown()).optional(),
  api_error_status: z.number().nullish(),
});
type Envelope = z.infer<typeof Envelope>;

/** Claude Code, without a person: it may edit files, and what else `args` allow. Its last message is the outcome. */
export const claudeCode = (args: readonly string[], env: readonly string[], now: () => number): Recipe => ({
  argv: ['claude', '--print', '--output-format', 'json', '--permission-mode', 'acceptEdits', ...args],
  env: ['CLAUDE_CONFIG_DIR', ...env],
  stdin: 'prompt',
  handIn: 'Your last message is the outcome: the JSON object and nothing else.',
  handedIn: (ran) => handedIn(ran, now()),
});

function handedIn({ end }: Ran, nowMs: number): Handed {
  if (end.stdout === null) return { fault: 'it wrote more to its standard output than is kept' };
  const envelope = envelopeIn(end.stdout);
  if (envelope === undefined) {
    return end.exitCode === 0
      ? { fault: 'it printed no result of the form of `--output-format json`' }
      : { trouble: troubleIn(lastLine(end.output), undefined, nowMs) };
  }
  // An error of its API is told as a success with `is_error`.
  if (envelope.is_error) return { trouble: troubleIn(messageOf(envelope), envelope.api_error_status ?? undefined, nowMs) };
  return lastMessage(envelope.result ?? '');
}

function envelopeIn(stdout: string): Envelope | undefined {
  try {
    const printed: unknown = JSON.parse(stdout);
    // With `--verbose` it is the last of a list of messages.
    const read = Envelope.safeParse(Array.isArray(printed) ? printed.at(-1) : printed);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

const messageOf = ({ subtype = 'error', result, errors = [] }: Envelope): string =>
  [result ?? subtype, ...errors.map((error) => (typeof error === 'string' ? error : JSON.stringify(error)))].join(' ');

const lastLine = (output: string): string => output.trim().split('\n').at(-1) || 'it said nothing';
