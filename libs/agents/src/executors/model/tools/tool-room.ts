import type { Tokenizer } from '@app/handoff';
import type { Surroundings } from '../../surroundings.js';
import type { Hush } from '../run/hush.js';

/** What the tools of one run work with. */
export interface ToolRoom {
  readonly surroundings: Pick<Surroundings, 'readText' | 'listFiles' | 'lookUp'>;
  readonly taskId: string;
  readonly tokenizer: Tokenizer;
  /** How long one answer may be. */
  readonly maxTokens: number;
  readonly hush: Hush;
}
