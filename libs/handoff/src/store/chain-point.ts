import { sha256 } from './sha256.js';

/** How far a log has been read: after this version, whose line ends at this byte. Reading can go on from here. */
export interface ChainPoint {
  readonly version: number;
  readonly hash: string;
  readonly generation: number;
  readonly bytes: number;
}

/** Where every log begins. Version 1's `prev_hash` is the SHA-256 of `jerry:task:<task_id>`, so that no log can pass for another task's. */
export const chainRoot = (taskId: string): ChainPoint => ({ version: 0, hash: sha256(`jerry:task:${taskId}`), generation: 0, bytes: 0 });
