const NAME = 'jerry-run';
/** Of a shell that cannot find a program, or may not run it. */
const REFUSED: readonly (number | null)[] = [126, 127];
const COMPLAINT = new RegExp(`^${NAME}: (line )?\\d+: exec: `);

/**
 * Between the birth of a process and its program, so that there is no moment in which this process could die and leave behind a program that
 * nobody knows of. The arguments come as they are: the shell reads none of them.
 */
export const gated = (argv: readonly [string, ...string[]]): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  'read -r _ && exec "$@"',
  NAME,
  ...argv,
];

/** The line on its standard input that opens the gate. What follows is the program's. */
export const OPEN = '\n';

/** Why there is no program behind the gate, in the shell's words; null when there was one. */
export const complaintIn = (exitCode: number | null, output: string): string | null =>
  REFUSED.includes(exitCode) && COMPLAINT.test(output) ? output.replace(COMPLAINT, '').trim() : null;
