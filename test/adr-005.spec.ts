import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type HandoffAnswer, o200kTokenizer, type StateDelta, type TaskState } from '@app/handoff';
import { openFileStore, StoreStartError } from '@app/handoff/store';
import { ProjectOnDisk } from './support/project-on-disk.js';

const ENGINEER = 'agent:dev-engineer';
const QA = 'agent:dev-qa';

const many = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));
const file = (path: string, seed = 'a') => ({ path, artifact_type: 'source' as const, content_hash: seed.repeat(64), size_bytes: 1_024 });
const decision = (k: number) => ({
  decision: `Implemented JWT-based authentication, part ${k}`,
  rationale: 'Stateless, scalable, industry standard.',
  alternatives: ['Session-based auth', 'OAuth only'],
});

let project: ProjectOnDisk;
beforeEach(() => {
  project = new ProjectOnDisk();
});
afterEach(() => project.remove());

describe('ADR-005, validation criteria', () => {
  it('Context stays within budget', async () => {
    const house = await project.open();
    const { countTokens } = await o200kTokenizer();
    await house.create('T1', { goal: 'Users stay signed in. '.repeat(100) });
    await house.hand(ENGINEER, 'T1', 'implementing');
    for (let k = 0; k < 40; k++) {
      const { answer } = await house.hand(ENGINEER, 'T1', 'implementing', {
        artifacts: many(5, (n) => file(`src/module-${k}/file-${n}.ts`)),
        decisions: [decision(k)],
        issues_raised: [
          { issue: `Question ${k} about the session store and its expiry`, severity: 'high', suggested_action: 'Look at it' },
        ],
        warnings: [`Warning ${k} `.repeat(30)],
        packet: { attempted: `Attempt ${k} `.repeat(40), next_agent_should_first: `Step ${k} `.repeat(40) },
      });
      const { context_summary, summary_tokens } = answer as HandoffAnswer;
      expect(countTokens(context_summary ?? '')).toBe(summary_tokens);
      expect(summary_tokens).toBeLessThan(500);
    }
  });

  it('State persists across sessions', async () => {
    let house = await project.open();
    await house.create();
    await house.hand(ENGINEER, 'T1', 'implementing', { decisions: [decision(1)], artifacts: [file('src/login.ts')] });
    const before = JSON.stringify(await house.reader.state('T1'));
    await project.close();
    house = await project.open();
    expect(JSON.stringify(await house.reader.state('T1'))).toBe(before);
    await house.hand(ENGINEER, 'T1', 'testing');
    await project.close();
    rmSync(join(project.directory, 'state'), { recursive: true });
    house = await project.open();
    expect(await house.reader.state('T1')).toMatchObject({ version: 3, phase: 'testing', target_agent: 'dev-qa' });
  });

  it('Concurrent access safety', async () => {
    const house = await project.open();
    await expect(
      openFileStore({ directory: project.directory, renderSummary: () => '', onFatal: () => undefined, patienceMs: 0 }),
    ).rejects.toThrow(StoreStartError);
    await Promise.all(['T1', 'T2', 'T3'].map((task) => house.create(task)));
    const acknowledged: string[] = [];
    const caller = async (name: string): Promise<void> => {
      for (let k = 0; k < 15; k++) {
        const task = `T${(k % 3) + 1}`;
        const text = `${name} ${k}`;
        for (let done = false; !done; ) {
          const { version } = await house.reader.state(task);
          const body = { expected_version: version, state_delta: { warnings: [text] } };
          done = await house.do(ENGINEER, 'update', task, body).then(
            () => true,
            (error: { code?: string }) => {
              if (error.code !== 'version_conflict') throw error;
              return false;
            },
          );
        }
        acknowledged.push(`${task} ${text}`);
      }
    };
    await Promise.all(many(8, (k) => caller(`caller ${k}`)));
    const recorded: string[] = [];
    for (const task of ['T1', 'T2', 'T3']) {
      const { version } = await house.reader.state(task);
      expect(await project.store.verify(task)).toMatchObject({ ok: true, versions: version, fragments: 0 });
      const records = await project.store.records(task, 2, version);
      expect(records.map((record) => record.version)).toEqual(many(version - 1, (k) => k + 2));
      for (const { effect } of records)
        for (const op of effect)
          if (op.op === 'add' && op.path === '/warnings/0') recorded.push(`${task} ${(op.value as { warning: string }).warning}`);
    }
    expect(recorded.sort()).toEqual(acknowledged.sort());
  });

  it('Handoff completeness', async () => {
    const house = await project.open();
    await house.create();
    await house.hand(ENGINEER, 'T1', 'implementing', {
      artifacts: [file('src/a.ts')],
      decisions: [decision(1)],
      issues_raised: [{ issue: 'Slow', severity: 'low' }],
      warnings: ['Old sessions end once.'],
    });
    const before = await house.reader.state('T1');
    const delta: StateDelta = {
      artifacts: [file('src/b.ts', 'b')],
      decisions: [decision(2)],
      issues_raised: [{ issue: 'Cookie dropped', severity: 'high', suggested_action: 'Set Secure', requires_human: false }],
      warnings: ['Second warning.'],
      checks: [{ name: 'unit', passed: true, detail: '212 passed' }],
      packet: {
        attempted: 'Wrote the cookie.',
        observed: [{ finding: 'It works', source: 'test/a.spec.ts', confidence: 0.9 }],
        changed: [{ artifact: 'src/b.ts', ref: 'abc' }],
        not_done: [{ item: 'Load test', reason: 'no time' }],
        failed_approaches: [{ approach: 'SameSite=None', why: 'Safari refuses it' }],
        highest_impact_uncertainty: 'The proxy.',
        next_agent_should_first: 'Run Safari.',
        payload: { build: 7 },
      },
      feedback: 'A note.',
    };
    const { answer } = await house.hand(ENGINEER, 'T1', 'testing', delta);
    expect((answer as HandoffAnswer).state_delta).toEqual(delta);
    const after = await house.reader.state('T1');
    for (const list of ['artifacts', 'decisions_made', 'blocking_issues', 'warnings'] as const) {
      expect(after[list]).toEqual(expect.arrayContaining(before[list] as unknown[]));
      expect(after[list]).toHaveLength(before[list].length + 1);
    }
    const touched = (Object.keys(after) as (keyof TaskState)[]).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
    const untouched = ['task_id', 'task_title', 'goal', 'labels', 'created_by', 'created_at', 'gates', 'claim', 'attempts', 'last_epoch'];
    expect(touched.filter((key) => untouched.includes(key))).toEqual([]);
    const claimed = await house.do(QA, 'claim', 'T1');
    expect(claimed.answer).toMatchObject({ command: { version: 3, state_delta: delta } });
  });

  it('Human readability', async () => {
    const house = await project.open();
    await house.create('T1', { goal: 'Users stay signed in.' });
    await house.hand(ENGINEER, 'T1', 'implementing', { decisions: [decision(1)], artifacts: [file('src/login.ts')] });
    await project.close();
    const text = project.stateFile('T1');
    const state = JSON.parse(text) as Record<string, unknown>;
    const { store, ...forPeople } = state;
    expect(Object.keys(state)[0]).toBe('store');
    expect(store).toMatchObject({ version: 2 });
    expect(text).toContain(JSON.stringify(forPeople, null, 2).slice('{\n'.length));
    expect(state).toMatchObject({ task_id: 'T1', phase: 'implementing', version: 2, decisions_made: [{ id: 'D2' }] });
    const keys = [...text.matchAll(/^\s*"([^"]+)":/gm)].map(([, key]) => key ?? '');
    expect(keys.filter((key) => !/^[a-z]+(_[a-z]+)*$/.test(key))).toEqual([]);
    expect(String(state.updated_at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(String(state.context_summary)).toContain('Login survives a restart');
  });
});

describe('ADR-005, test scenarios', () => {
  it('test_summary_generation_within_token_limit', async () => {
    const house = await project.open();
    const { countTokens } = await o200kTokenizer();
    await house.create('T1', { task_title: 'Implement user login', phase: 'implementing' });
    await house.hand(ENGINEER, 'T1', 'testing', {
      artifacts: many(50, (k) => file(`src/login/part-${k}.py`)),
      decisions: many(20, decision),
    });
    for (const budget of [499, 300, 220]) {
      const { text, tokens, omitted } = await house.reader.summary('T1', budget);
      expect(countTokens(text)).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(text).toContain('Implement user login');
      expect(omitted.map(({ kind }) => kind)).toContain('artifacts');
    }
  });

  it('test_atomic_write_on_concurrent_access', async () => {
    const house = await project.open();
    await house.create();
    let accepted = 0;
    const seen: number[] = [];
    const writer = async (name: number): Promise<void> => {
      for (let k = 0; k < 25; k++) {
        const { version } = await house.reader.state('T1');
        const body = { expected_version: version, state_delta: { warnings: [`${name} ${k} ${'x'.repeat(300)}`] } };
        await house.do(ENGINEER, 'update', 'T1', body).then(
          () => accepted++,
          (error: { code?: string }) => expect(error.code).toBe('version_conflict'),
        );
      }
    };
    let writing = true;
    const reader = async (): Promise<void> => {
      while (writing || seen.length === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        try {
          seen.push((JSON.parse(project.stateFile('T1')) as TaskState).version);
        } catch (error) {
          // Before the first state file is there.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        }
      }
    };
    const reading = reader();
    await Promise.all(many(6, writer));
    writing = false;
    await reading;
    await project.close();
    expect((JSON.parse(project.stateFile('T1')) as TaskState).version).toBe(accepted + 1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(accepted).toBeGreaterThanOrEqual(25);
  });

  it('test_optimistic_concurrency_detection', async () => {
    const house = await project.open();
    await house.create();
    await house.hand(ENGINEER, 'T1', 'implementing');
    const save = (expected_version: number, text: string) =>
      house.do(ENGINEER, 'update', 'T1', { expected_version, state_delta: { warnings: [text] } });
    await save(2, 'first');
    for (const version of [1, 2, 4, 9]) expect((await house.refusal(save(version, 'second'))).code).toBe('version_conflict');
    expect(await house.reader.state('T1')).toMatchObject({ version: 3, warnings: [{ warning: 'first' }] });
  });

  it('test_handoff_preserves_artifacts', async () => {
    const house = await project.open();
    await house.create('T1', { phase: 'implementing' });
    const files = ['src/login.py', 'tests/test_login.py'].map((path) => file(path));
    await house.hand(ENGINEER, 'T1', 'testing', { artifacts: files });
    await house.hand(QA, 'T1', 'testing', { packet: { next_agent_should_first: 'Go on.' } });
    await house.hand(QA, 'T1', 'implementing', { feedback: 'Broken' });
    await house.hand(ENGINEER, 'T1', 'testing', { artifacts: [file('src/login.py', 'b')] });
    await house.hand(QA, 'T1', 'reviewing');
    const { artifacts } = await house.reader.state('T1');
    expect(artifacts.map(({ path, content_hash }) => [path, content_hash])).toEqual([
      ['src/login.py', 'b'.repeat(64)],
      ['tests/test_login.py', 'a'.repeat(64)],
    ]);
    expect((await house.reader.at('T1', 2)).artifacts).toHaveLength(2);
  });
});
