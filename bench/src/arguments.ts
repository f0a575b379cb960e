import { parseArgs } from 'node:util';
import { CONTESTS, type Contest } from './figures.js';

const ROUNDS = 10;

/** What was asked for on the command line. */
export interface Asked {
  readonly contests: readonly Contest[];
  readonly rounds: number;
  readonly json: string | undefined;
  readonly smoke: boolean;
  /** Another build to measure than the one of this clone. */
  readonly build: string | undefined;
}

const chosen = (only: readonly string[]): readonly Contest[] => {
  const names = CONTESTS.flatMap(({ figures }) => figures.map(({ name }) => name));
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no figure ${unknown}. The figures are:\n  ${names.join('\n  ')}`);
  return only.length === 0 ? CONTESTS : CONTESTS.filter(({ figures }) => figures.some(({ name }) => only.includes(name)));
};

export const readArguments = (args: readonly string[]): Asked => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      json: { type: 'string' },
      build: { type: 'string' },
      smoke: { type: 'boolean' },
    },
  });
  const smoke = values.smoke ?? false;
  const rounds = Number(values.rounds ?? (smoke ? 1 : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a whole number of at least 1.');
  return { contests: chosen(values.only ?? []), rounds, json: values.json, smoke, build: values.build };
};
