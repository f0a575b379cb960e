import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles } from '@app/handoff/store';
import { type Hashes, hashesIn } from './aftermath.js';
import { furnish, openStore, plan, type Scenario } from './scenario.js';
import { type Call, TracedFiles } from './traced-files.js';

/** A directory to start from, and copies of it to break. */
export class Breakables {
  readonly root = mkdtempSync(join(tmpdir(), 'jerry-faults-'));
  private readonly whole = join(this.root, 'whole');
  private copies = 0;

  /** Two tasks; the state file of one is missing, so that a start also has a log to read. */
  async furnish(): Promise<void> {
    const store = await openStore(this.whole);
    await furnish(store);
    await store.close();
    rmSync(join(this.whole, 'state', 'T2.json'));
  }

  get before(): Hashes {
    return hashesIn(this.whole);
  }

  logOf(taskId: string): string {
    return join(this.whole, 'history', `${taskId}.jsonl`);
  }

  copy(): string {
    const directory = join(this.root, `copy-${++this.copies}`);
    cpSync(this.whole, directory, { recursive: true });
    return directory;
  }

  /** Every file-system call of a scenario, in order: the places where something can go wrong. */
  async pointsOf(scenario: Scenario): Promise<readonly Call[]> {
    const directory = this.copy();
    const traced = new TracedFiles(nodeFiles, directory);
    if (scenario === 'open') traced.start();
    const store = await openStore(directory, traced.files);
    await store.caughtUp();
    if (scenario !== 'open') {
      const { run } = await plan(store, scenario, () => undefined);
      traced.start();
      await run();
    }
    traced.stop();
    const points = [...traced.calls];
    await store.close();
    rmSync(directory, { recursive: true });
    return points;
  }

  clear(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
