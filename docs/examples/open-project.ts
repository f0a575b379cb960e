import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Desk, LeaseBook, o200kTokenizer, openDesk, Rules, stateFile, summarize } from '@app/handoff';
import { openFileStore } from '@app/handoff/store';

/** The handoff library on the files of one project, with the least it needs from outside. Nobody is rung, no artifact is looked at. */
export async function openProject(project: string): Promise<Desk & { close(): Promise<void> }> {
  const [tokenizer, rules] = [await o200kTokenizer(), Rules.parse({})];
  const store = await openFileStore({
    directory: join(project, '.jerry'),
    renderSummary: (state) => summarize(state, { maxTokens: 499, tokenizer, stateFile: stateFile(state.task_id) }).text,
    onFatal: ({ message }) => {
      throw new Error(message);
    },
  });
  const ports = {
    store,
    tokenizer,
    clock: { now: () => new Date() },
    digest: (text: string) => createHash('sha256').update(text).digest('hex'),
    dispatcher: { rings: () => false, ring: async () => undefined },
    artifacts: {
      look: async () => ({ artifact_type: 'source', content_hash: null, size_bytes: null }) as const,
      status: async () => 'unverified' as const,
    },
    leases: new LeaseBook(() => performance.now()),
    makeName: () => randomBytes(12).toString('hex'),
  };
  const desk = openDesk(ports, { rules, configHash: 'example', summaryTokens: 499, checks: [] });
  return { ...desk, close: () => store.close() };
}
