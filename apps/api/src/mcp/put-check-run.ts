import type { CheckRun } from '../checks/check-desk.js';
import type { Room } from './room.js';

/** The end of what a program wrote says most. */
const TAIL_CHARS = [2_000, 600, 150] as const;
const OMITTED_TOKENS = 30;

type Result = CheckRun['results'][number];

/** A run of checks, with what failed before what passed, and as much of what they wrote as has room. */
export const putCheckRun = (room: Room, { status, results, version, failure, replayed }: CheckRun): void => {
  room.put({ status, failure, replayed });
  const worstFirst = [...results].sort((a, b) => Number(a.passed) - Number(b.passed));
  for (const chars of TAIL_CHARS) {
    const shown = worstFirst.map((result) => shortened(result, chars));
    if (room.offer('results', shown)) return;
  }
  const rest = room.offerSome(
    'results',
    worstFirst.map(({ name, passed }) => ({ name, passed })),
    room.left - OMITTED_TOKENS,
  );
  if (rest > 0 && version !== null) room.offer('omitted', [`checks@${version}`]);
};

const shortened = ({ name, passed, exit_code, stable, detail }: Result, chars: number): object => ({
  name,
  passed,
  ...(passed ? {} : { exit_code, detail: detail.slice(-chars).toWellFormed() }),
  ...(stable ? {} : { stable }),
});
