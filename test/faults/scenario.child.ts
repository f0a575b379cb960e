// Carries out one scenario and dies at one file-system call of it. What was acknowledged is said at once, in one write.
import { nodeFiles } from '@app/handoff/store';
import { sayLine } from './support/say-line.js';
import { openStore, plan, type Scenario } from './support/scenario.js';
import { type Fault, TracedFiles } from './support/traced-files.js';

export interface ScenarioTask {
  readonly directory: string;
  readonly scenario: Scenario;
  readonly at: number;
  readonly fault: Fault;
}

const { directory, scenario, at, fault } = JSON.parse(process.argv[2] ?? '') as ScenarioTask;
const traced = new TracedFiles(nodeFiles, directory, (index) => (index === at ? fault : null));
if (scenario === 'open') traced.start();
const store = await openStore(directory, traced.files);
await store.caughtUp();
if (scenario !== 'open') {
  const { run } = await plan(store, scenario, () => sayLine('acknowledged'));
  traced.start();
  await run();
}
traced.stop();
sayLine('survived');
