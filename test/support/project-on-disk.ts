import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { o200kTokenizer, stateFile, summarize } from '@app/handoff';
import { type FileStore, openFileStore } from '@app/handoff/store';
import { House } from './house.js';

/** A project of its own in the temporary directory, with the real file store; a house moves in as often as a test opens it. */
export class ProjectOnDisk {
  readonly root = mkdtempSync(join(tmpdir(), 'jerry-project-'));
  readonly directory = join(this.root, '.jerry');
  #store: FileStore | null = null;

  get store(): FileStore {
    if (this.#store === null) throw new Error('the project is not open');
    return this.#store;
  }

  async open(): Promise<House> {
    const tokenizer = await o200kTokenizer();
    this.#store = await openFileStore({
      directory: this.directory,
      renderSummary: (state) => summarize(state, { maxTokens: 499, tokenizer, stateFile: stateFile(state.task_id) }).text,
      onFatal: ({ message }) => {
        throw new Error(message);
      },
    });
    return House.open(this.#store);
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = null;
  }

  stateFile(taskId: string): string {
    return readFileSync(join(this.directory, 'state', `${taskId}.json`), 'utf8');
  }

  async remove(): Promise<void> {
    await this.close();
    rmSync(this.root, { recursive: true });
  }
}
