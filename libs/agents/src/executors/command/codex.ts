import { z } from 'zod';
import type { Handed } from './handed.js';
import { lastMessage } from './last-message.js';
import type { Ran } from './ran.js';
import type { Recipe } from './recipe.js';
import { troubleIn } from './trouble-in.js';

/** The events of `--json` that say that it failed. */
const Failed = z.union([
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ type: z.literal('error'), message: z.string() }).transform(({ message }) => message),
]);

/** Codex, without a person: it may write in the project and nowhere else. Its last message, in the outcome file, is the outcome. */
export const codex = (args: readonly string[], env: readonly string[], now: () => number): Recipe => ({
  argv: [
    'codex',
    'exec',
    '--json',
    '--color',
    'never',
    '--skip-git-repo-check',
    '--sandbox',
    'workspace-write',
    '--output-last-message',
    '{outcome_file}',
    ...args,
    '-',
  ],
  env: ['CODEX_HOME', ...env],
  stdin: 'prompt',
  handIn: 'Your last message is the outcome: the JSON object and nothing else.',
  handedIn: (ran) => handedIn(ran, now()),
});

function handedIn({ end, left }: Ran, nowMs: number): Handed {
  const lines = (end.stdout ?? end.output).split('\n');
  const last = lines.flatMap((line) => failureIn(line)).at(-1);
  // A failure may be one that it recovered from: only where the turn did not end well it is the end.
  const endedWell = end.exitCode === 0 && lines.some((line) => line.includes('"turn.completed"'));
  if (last !== undefined && !endedWell) return { trouble: troubleIn(last, undefined, nowMs) };
  if ('fault' in left) {
    if (end.exitCode === 0) return left;
    return { trouble: troubleIn(end.output.trim().split('\n').at(-1) || 'it said nothing', undefined, nowMs) };
  }
  return lastMessage(left.text);
}

function failureIn(line: string): string[] {
  try {
    const read = Failed.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
