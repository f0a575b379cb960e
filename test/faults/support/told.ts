import { appendFileSync } from 'node:fs';

/** Lets `npm run faults` know what a suite ran with. */
export const told = (what: 'rounds' | 'seed', value: number): number => {
  const file = process.env.JERRY_FAULTS_FILE;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ [what]: value })}\n`);
  return value;
};
