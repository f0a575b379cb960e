import { stateFile, summarize, type Tokenizer } from '@app/handoff';
import { type FileStore, openFileStore, StoreStartError } from '@app/handoff/store';
import { CannotStart, type Logger, systemRefusal } from '@app/platform';

interface StoreOptions {
  readonly logger: Logger;
  readonly tokenizer: Tokenizer;
  /** The budget of the summary in state files. */
  readonly summaryTokens: number;
  /** Called once, when the store has answered its last. */
  readonly onFatal: (reason: string) => void;
}

/** Takes the project's `.jerry/` for this process. */
export async function openStore(directory: string, { logger, tokenizer, summaryTokens, onFatal }: StoreOptions): Promise<FileStore> {
  try {
    return await openFileStore({
      directory,
      renderSummary: (state) => summarize(state, { maxTokens: summaryTokens, tokenizer, stateFile: stateFile(state.task_id) }).text,
      log: (level, message) => logger[level](message),
      onFatal: ({ message }) => onFatal(message),
    });
  } catch (error) {
    if (!(error instanceof StoreStartError)) throw error;
    throw (
      (error.reason === 'directory_not_writable' && systemRefusal(error, directory)) || new CannotStart(error.message, { cause: error })
    );
  }
}
