import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Desk, TaskState, Tokenizer } from '@app/handoff';
import type { FileStore } from '@app/handoff/store';

type Domain = typeof import('@app/handoff');
type Store = typeof import('@app/handoff/store');

/** The product as it is built, not as it is written: what people run. */
export interface Product extends Desk {
  readonly domain: Domain;
  readonly store: FileStore;
  readonly tokenizer: Tokenizer;
}

export const loadDomain = async (build: string): Promise<Domain> => {
  const path = join(build, 'libs/handoff/src/index.js');
  if (!existsSync(path)) throw new Error(`There is no build of the handoff library in ${build}; run npm run build first.`);
  return import(pathToFileURL(path).href);
};

const digest = (text: string): string => hash('sha256', text, 'hex');

/** The domain on the file store, without HTTP: no queue, no project files to look at, everything else as the service runs it. */
export const openProduct = async (build: string, directory: string): Promise<Product> => {
  const domain = await loadDomain(build);
  const { openFileStore } = (await import(pathToFileURL(join(build, 'libs/handoff/src/store/index.js')).href)) as Store;
  const tokenizer = await domain.o200kTokenizer();
  const renderSummary = (state: TaskState): string =>
    domain.summarize(state, { maxTokens: 499, tokenizer, stateFile: domain.stateFile(state.task_id) }).text;
  const store = await openFileStore({ directory, renderSummary, onFatal: () => undefined });
  const ports = {
    store,
    clock: { now: () => new Date() },
    digest,
    dispatcher: { rings: () => false, ring: async () => undefined },
    artifacts: {
      look: async () => ({ artifact_type: 'source', content_hash: null, size_bytes: null }) as const,
      status: async () => 'unverified' as const,
    },
    evidence: { treeHash: async () => null },
    leases: new domain.LeaseBook(() => performance.now()),
    tokenizer,
    makeName: () => randomBytes(12).toString('hex'),
  };
  const settings = { rules: domain.DEFAULT_RULES, configHash: digest('bench').slice(0, 16), summaryTokens: 499, checks: [] };
  return { ...domain.openDesk(ports, settings), domain, store, tokenizer };
};
