import type { TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { summarize } from '../../libs/handoff/src/summary/summarize.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';

/** How large the file of this state is, with everything the store writes into it. */
export const stateFileBytes = (state: TaskState, tokenizer: Tokenizer): number => {
  const { text } = summarize(state, { maxTokens: 499, tokenizer, stateFile: `.jerry/state/${state.task_id}.json` });
  const store = { version: state.version, hash: 'f'.repeat(64), log_bytes: Number.MAX_SAFE_INTEGER };
  return Buffer.byteLength(JSON.stringify({ store, ...state, context_summary: text }, null, 2));
};
