import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../command/failure.mjs';
import { SUITES } from './suites.mjs';

/** On two cores, count on an hour. */
const ROUNDS = 5;

export const USAGE = `npm run faults -- [--rounds N] [--only NAME] [--seed N] [--json FILE]
  --rounds N   N times what \`npm test\` runs; ${ROUNDS} unless said otherwise
  --only NAME  just this one, or several: ${SUITES.map(({ name }) => name).join(', ')}
  --seed N     draws the same faults as a run that named this seed
  --json FILE  what came of it, for programs`;

/**
 * What was asked for on the command line.
 * @param {string[]} args
 * @param {string} typedIn the directory it was typed in
 */
export function readWish(args, typedIn) {
  const { only, rounds, seed, json } = valuesOf(args);
  const unknown = only.find((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown !== undefined) throw new Failure(`There is no fault suite ${unknown}.\n${USAGE}`);
  if (!/^[1-9]\d{0,5}$/.test(rounds)) throw new Failure(`--rounds takes a whole number of at least 1.\n${USAGE}`);
  if (seed !== undefined && !/^\d{1,10}$/.test(seed)) throw new Failure(`--seed takes the number that a run named.\n${USAGE}`);
  const suites = only.length === 0 ? SUITES : SUITES.filter(({ name }) => only.includes(name));
  return { suites, times: Number(rounds), seed, json: json === undefined ? undefined : resolve(typedIn, json) };
}

/** @param {string[]} args */
function valuesOf(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string', multiple: true },
        rounds: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'string' },
      },
    });
    return { ...values, only: values.only ?? [], rounds: values.rounds ?? String(ROUNDS) };
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
