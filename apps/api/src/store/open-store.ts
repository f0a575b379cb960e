import { o200kTokenizer, stateFile, summarize } from '@app/handoff';
import { type FileStore, openFileStore, StoreStartError } from '@app/handoff/store';
import { CannotStart, type Logger } from '@app/platform';

/** The budget of the summary in state files, by o200k_base. */
const SUMMARY_TOKENS = 499;

/** Takes the project's `.jerry/` for this process. `onFatal` is called once, when the store has answered its last. */
export async function openStore(directory: string, logger: Logger, onFatal: (reason: string) => void): Promise<FileStore> {
  const tokenizer = await o200kTokenizer();
  try {
    return await openFileStore({
      directory,
      renderSummary: (state) => summarize(state, { maxTokens: SUMMARY_TOKENS, tokenizer, stateFile: stateFile(state.task_id) }).text,
      log: (level, message) => logger[level](message),
      onFatal: ({ message }) => onFatal(message),
    });
  } catch (error) {
    throw error instanceof StoreStartError ? new CannotStart(error.message, { cause: error }) : error;
  }
}
