import { itemsOf } from '../../libs/handoff/src/history/items-of.js';
import { LIMITS, STATE_FILE_BYTES } from '../../libs/handoff/src/schema/limits.js';
import { Rules } from '../../libs/handoff/src/schema/rules.js';
import type { TaskState } from '../../libs/handoff/src/schema/task-state.js';
import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import {
  FILLINGS,
  type Filling,
  filled,
  greedyArtifact,
  greedyCheck,
  greedyDecision,
  greedyDelta,
  greedyEvidence,
  greedyIssue,
  greedyPacket,
  greedyTask,
} from '../support/greedy.js';
import { stateFileBytes } from '../support/state-file-bytes.js';
import { ENGINEER, MIRA, Walk } from '../support/walk.js';

const LONGEST_ID = `T${'x'.repeat(63)}`;
const many = <T>(count: number, make: (k: number) => T): T[] => Array.from({ length: count }, (_, k) => make(k));
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);

let tokenizer: Tokenizer;
beforeAll(async () => {
  tokenizer = await o200kTokenizer();
});

/** Every item that the records say was recorded, by kind. */
const recorded = (walk: Walk): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of walk.records.flatMap((record) => itemsOf(record))) counts[item.kind] = (counts[item.kind] ?? 0) + 1;
  return counts;
};

const inState = (state: TaskState): Record<string, number> => ({
  decisions: state.decisions_made.length,
  issues: state.blocking_issues.length,
  warnings: state.warnings.length,
  checks: state.checks.length,
  feedback: state.retry_feedback.length,
  gates: state.gates.length,
  packets: state.packets.length,
  artifacts: state.artifacts.length,
  findings: state.packets.flatMap((packet) => packet.observed).length,
  not_done: state.packets.flatMap((packet) => packet.not_done).length,
  failed_approaches: state.packets.flatMap((packet) => packet.failed_approaches).length,
});

const expectExactTotals = (walk: Walk): void => {
  const counts = { ...recorded(walk), artifacts: walk.head.artifact_set.current };
  const present = inState(walk.head);
  for (const [kind, total] of Object.entries(walk.head.totals))
    expect([kind, total]).toEqual([kind, { recorded: counts[kind as keyof typeof counts] ?? 0, in_state: present[kind] }]);
};

/** Takes the steps that fill a state most, one after another, and looks at its file after each. */
const fillUp = (filling: Filling, look: (walk: Walk) => void): Walk => {
  const required = many(LIMITS.requiredChecks, (k) => greedyEvidence(filling, `r${k}`, true));
  const rules = Rules.parse({ phase_exit: { reviewing: { required_checks: required.map(({ name }) => name) } } });
  const walk = new Walk(rules, LONGEST_ID);
  const steps = [
    () => walk.create(greedyTask(filling), `human:${'m'.repeat(64)}`),
    () => walk.hand(ENGINEER, 'implementing', greedyDelta(filling, 1)),
    () => walk.update(ENGINEER, greedyDelta(filling, 2)),
    () => walk.do(MIRA, 'evidence', { results: required }),
    () => walk.update(ENGINEER, { checks: many(50, (k) => greedyCheck(filling, k, false)) }),
    () => walk.update(ENGINEER, { issues_raised: many(50, (k) => greedyIssue(filling, k)) }),
    () => walk.do(MIRA, 'evidence', { results: many(50, (k) => greedyEvidence(filling, k, false)) }),
    () => walk.update(ENGINEER, { ...greedyDelta(filling, 3), artifacts: [] }),
    () => walk.hand(ENGINEER, 'planning', { ...greedyDelta(filling, 4), artifacts: [] }),
    () => walk.vote(`human:${'v'.repeat(64)}`, 'approve', { reason: 'x'.repeat(2_000) }),
    () => walk.claim(`human:${'c'.repeat(64)}`, { instance: 'i'.repeat(128) }),
    () => walk.update(`human:${'c'.repeat(64)}`, { ...greedyDelta(filling, 5), artifacts: [] }, { claim_epoch: 1 }),
  ];
  for (const step of steps) {
    step();
    look(walk);
  }
  return walk;
};

describe('the state file', () => {
  it.each(Object.keys(FILLINGS) as Filling[])('keeps its promise when everything is as large as it may be (%s)', (filling) => {
    let largest = 0;
    const walk = fillUp(filling, ({ head }) => {
      largest = Math.max(largest, stateFileBytes(head, tokenizer));
      expect(largest).toBeLessThan(STATE_FILE_BYTES);
    });
    expect(largest).toBeGreaterThan(90_000);
    expect(walk.head.blocking_issues).toHaveLength(50);
    expect(walk.head.blocking_issues.every(({ issue, acknowledged }) => issue.length > 0 && acknowledged !== null)).toBe(true);
    expect(walk.head.quality_gates_failed).toHaveLength(50);
    const failed = new Set(walk.head.checks.filter((check) => !check.passed).map(({ name }) => name));
    expect(walk.head.quality_gates_failed.every((name) => failed.has(name))).toBe(true);
    expect(walk.head.claim?.claim_epoch).toBe(1);
    expect(walk.head.retry_feedback.some(({ cause }) => cause === 'sent_back')).toBe(true);
    expectExactTotals(walk);
  });

  it('keeps the open gate and what waits behind it when there is room for little else', () => {
    const walk = fillUp('cjk', () => undefined);
    walk.update(MIRA, { issues_resolved: [{ issue_id: walk.head.blocking_issues[0]?.id ?? '', resolution: 'x' }] }, { claim_epoch: 1 });
    walk.hand(MIRA, 'planning', { issues_raised: [greedyIssue('cjk', 'q')], packet: { next_agent_should_first: 'x' } }, { claim_epoch: 1 });
    expect(walk.head).toMatchObject({ status: 'awaiting_human', pending_handoff: { gate_id: walk.gate.id } });
    expect(stateFileBytes(walk.head, tokenizer)).toBeLessThan(STATE_FILE_BYTES);
  });
});

describe('over hundreds of versions', () => {
  const FILLING_NAMES = Object.keys(FILLINGS) as Filling[];
  const walk = new Walk(Rules.parse({}), LONGEST_ID);
  const posted = new Map<string, string>();
  const settled = new Set<string>();

  const deltaOf = (version: number) => {
    const filling = FILLING_NAMES[version % FILLING_NAMES.length] ?? 'ascii';
    const size = 1 + (version % 4);
    const marked = <T>(make: (filling: Filling, mark: string) => T, count = size) => many(count, (k) => make(filling, `${version}/${k}`));
    return {
      artifacts: marked(greedyArtifact, size * 3),
      decisions: marked(greedyDecision),
      warnings: marked((_, mark) => filled(filling, LIMITS.textChars, mark)),
      checks: many(size, (k) => ({ ...greedyCheck(filling, k, version % 3 !== 0), name: `check ${version % 12}/${k}` })),
      issues_raised: walk.head.blocking_issues.length < 45 ? marked(greedyIssue) : [],
      issues_resolved: walk.head.blocking_issues.slice(40).map(({ id }) => ({ issue_id: id, resolution: `how ${id} was settled` })),
      packet: greedyPacket(filling, version, size),
      feedback: filled(filling, LIMITS.textChars, version),
    };
  };

  const remember = (delta: ReturnType<typeof deltaOf>): void => {
    const keep = (letter: string, texts: readonly string[]): void => {
      for (const [k, text] of texts.entries()) posted.set(`${letter}${walk.head.version}${k === 0 ? '' : `.${k + 1}`}`, text);
    };
    keep(
      'D',
      delta.decisions.map(({ rationale }) => rationale),
    );
    keep('W', delta.warnings);
    keep(
      'I',
      delta.issues_raised.map(({ issue }) => issue),
    );
    keep(
      'C',
      delta.checks.map(({ detail }) => detail),
    );
    keep(
      'F',
      delta.packet.observed.map(({ finding }) => finding),
    );
    keep(
      'N',
      delta.packet.not_done.map(({ reason }) => reason),
    );
    keep(
      'A',
      delta.packet.failed_approaches.map(({ why }) => why),
    );
    keep('P', [delta.packet.attempted]);
    keep('B', [delta.feedback]);
    for (const { issue_id } of delta.issues_resolved) settled.add(issue_id);
  };

  it('stays bounded, drops no open issue and no failing check, and counts exactly', () => {
    walk.create(greedyTask('ascii'));
    for (let k = 0; k < 250; k++) {
      const delta = deltaOf(walk.head.version);
      walk.update(ENGINEER, delta);
      remember(delta);
      if (k % 5 === 0) expect(stateFileBytes(walk.head, tokenizer)).toBeLessThan(STATE_FILE_BYTES);
      const open = [...posted.keys()].filter((id) => id.startsWith('I') && !settled.has(id));
      expect(ids(walk.head.blocking_issues).sort()).toEqual(open.sort());
      const shown = new Set(walk.head.checks.filter((check) => !check.passed).map(({ name }) => name));
      expect(walk.head.quality_gates_failed.filter((name) => !shown.has(name))).toEqual([]);
    }
    expectExactTotals(walk);
  });

  it('has every text of every item whole in its record', () => {
    const found = new Map<string, string>();
    for (const item of walk.records.flatMap((record) => itemsOf(record))) {
      const fields = ['rationale', 'warning', 'issue', 'detail', 'finding', 'reason', 'why', 'attempted', 'feedback'];
      const field = fields.find((name) => name in item.value) ?? '';
      found.set(item.id, item.value[field] as string);
    }
    expect(found.size).toBe(posted.size);
    for (const [id, text] of posted) expect([id, found.get(id)]).toEqual([id, text]);
    expect(walk.records.flatMap((record) => record.settled ?? []).map(({ issue_id }) => issue_id)).toEqual([...settled]);
  });
});
