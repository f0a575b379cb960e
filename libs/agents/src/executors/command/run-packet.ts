import { failurePacket } from '../../failure-packet.js';
import type { Work } from '../../work.js';
import type { ProgramEnd } from '../surroundings.js';

const TAIL_CHARS = 1_500;
/** Controls other than line breaks and tabs have nothing to say to a reader. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;

/** What was seen of a run that failed: how it ended, and the end of what it wrote, with where the rest is. */
export function runPacket(program: string, work: Pick<Work, 'effect_key' | 'claim'>, end: ProgramEnd, output: string, log: string) {
  const how = end.exitCode === null ? end.why : `exit code ${end.exitCode}`;
  const tail = output.replace(CONTROLS, '').trim().slice(-TAIL_CHARS).trim();
  return failurePacket(`Ran ${program} for ${work.effect_key}, claim epoch ${work.claim.claim_epoch}.`, [
    { finding: `It ended after ${Math.round(end.durationMs / 100) / 10} s: ${how}.`, source: program },
    {
      finding: tail === '' ? 'It wrote nothing.' : `Its output ends: ${tail}`,
      source: `${log}, SHA-256 of all it wrote ${end.outputHash}`,
    },
  ]);
}
