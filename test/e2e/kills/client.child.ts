import { Random } from '../../faults/support/random.js';
import type { CrowdTask } from './crowd-task.js';
import { RetryingClient } from './retrying-client.js';

interface State {
  readonly version: number;
  readonly phase: 'planning' | 'implementing' | 'testing' | 'reviewing' | 'completed';
  readonly status: string;
  readonly target_agent: string | null;
  readonly claim: { readonly instance: string; readonly claim_epoch: number } | null;
}

const task: CrowdTask = JSON.parse(process.argv[2] ?? '');
const random = new Random(task.seed);
const client = new RetryingClient(task, random);
const chance = (percent: number): boolean => random.below(100) < percent;
const myClaims = new Set<string>();

const FORWARD = { planning: 'implementing', implementing: 'testing', testing: 'reviewing', reviewing: 'completed' } as const;

const note = (op: string) => ({ decisions: [{ decision: `${op}: as it stands`, rationale: 'it held in every run' }] });

/** Forward, again to oneself, or back: as the work of this moment asks for. */
const move = (phase: keyof typeof FORWARD): { phase: string; delta: object } => {
  if (chance(20)) return { phase, delta: { packet: { next_agent_should_first: 'run it once more' } } };
  const canGoBack = phase === 'testing' || phase === 'reviewing';
  if (canGoBack && chance(25)) return { phase: 'implementing', delta: { feedback: 'the second tab still loses it' } };
  const artifacts = phase === 'implementing' ? { artifacts: [{ path: 'src/login.ts' }] } : {};
  return { phase: FORWARD[phase], delta: { ...artifacts, repeat_reason: 'nothing to change' } };
};

/** What each does answers with the task as it stands then, where that is known without reading. */
type After = Promise<State | null>;

const work = async (id: string, state: State): After => {
  if (state.phase === 'completed') return null;
  const { version, claim } = state;
  const based = { expected_version: version, ...(claim === null ? {} : { claim_epoch: claim.claim_epoch }) };
  const asked = { who: `agent:${state.target_agent}`, task: id, expected: version, keyed: chance(50), minimal: chance(75) };
  if (chance(10)) {
    const told = await client.commit({ ...asked, call: 'updates', body: (op) => ({ ...based, state_delta: note(op) }) });
    return told === null ? null : { ...state, version: told.version };
  }
  const { phase, delta } = move(state.phase);
  const body = (op: string) => ({ phase, ...based, state_delta: { ...note(op), ...delta } });
  const told = await client.commit({ ...asked, call: 'handoffs', body });
  if (told === null) return null;
  client.handedOff();
  return { version: told.version, phase: told.phase as State['phase'], status: 'pending', target_agent: told.target_agent, claim: null };
};

/** Named by version or by key: either way a second try is recognised. */
const claim = async (id: string, state: State): After => {
  const keyed = chance(50);
  const body = (instance: string) => {
    myClaims.add(instance);
    return { instance, ...(keyed ? {} : { expected_version: state.version }) };
  };
  const base = keyed ? {} : { expected: state.version };
  const told = await client.commit({ who: `agent:${state.target_agent}`, task: id, call: 'claim', keyed, body, ...base });
  return told?.claim === undefined ? null : { ...state, version: told.version, status: 'in_progress', claim: told.claim };
};

const reopen = async (id: string, { version }: State): After => {
  const body = (op: string) => ({ reason: `${op}: one more round`, expected_version: version, phase: 'implementing' });
  await client.commit({ who: 'human:mira', task: id, call: 'reopen', body, expected: version, keyed: chance(50) });
  return null;
};

const holds = ({ claim }: State): boolean => claim !== null && myClaims.has(claim.instance);

/** One thing that can be done for this task now, as whoever may do it. */
const step = async (id: string, state: State): After => {
  if (state.target_agent === null || state.status === 'abandoned') return reopen(id, state);
  if (state.status === 'pending' && chance(40)) return claim(id, state);
  return state.status === 'pending' || holds(state) ? work(id, state) : null;
};

/** A few steps on one task; what is claimed is worked on until it is handed off. */
const serve = async (id: string): Promise<void> => {
  for (let state = await client.read<State>(id); ; ) {
    const after = await step(id, state);
    if (chance(50) && !holds(after ?? state)) return;
    state = after ?? (await client.read<State>(id));
  }
};

let going = true;
const said = (): Promise<void> => new Promise((done) => process.send?.(client.tally, () => done()));
process.on('message', () => {
  going = false;
});
// Once nobody listens any more there is nothing left to do.
process.on('disconnect', () => process.exit(1));

const run = async (): Promise<void> => {
  while (going) {
    const { handoffs } = client.tally;
    await serve(random.pick(task.tasks));
    if (client.tally.handoffs > handoffs) await said();
  }
  client.close();
  await said();
  process.disconnect?.();
};

void run();
