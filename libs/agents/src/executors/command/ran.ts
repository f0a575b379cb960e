import type { ProgramEnd } from '../surroundings.js';
import type { LeftFile } from './outcome-file.js';

/** A run that is over, before anybody has judged it. */
export interface Ran {
  readonly end: ProgramEnd;
  readonly left: LeftFile;
}
