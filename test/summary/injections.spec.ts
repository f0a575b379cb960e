import { o200kTokenizer } from '../../libs/handoff/src/summary/o200k-tokenizer.js';
import { summarize } from '../../libs/handoff/src/summary/summarize.js';
import type { Tokenizer } from '../../libs/handoff/src/summary/tokenizer.js';
import { INJECTIONS } from './support/injections.js';
import { parseSummary } from './support/parse-summary.js';
import { shownText } from './support/shown-text.js';
import { summaryFaults } from './support/summary-faults.js';
import { TaskHistory } from './support/task-history.js';

const HASH = 'a'.repeat(64);
const STATE_FILE = '.jerry/state/T1.json';
const EVERYTHING_TOKENS = 60_000;

/** A task in which every text anybody can post is this one. */
const injectedWith = (raw: string): TaskHistory => {
  const text = (raw.trim() === '' ? `x${raw}` : raw).toWellFormed();
  const title = text.slice(0, 200).toWellFormed();
  const name = text.slice(0, 100).toWellFormed();
  return new TaskHistory()
    .do('human:owner', 'create', { task_title: title, goal: text, acceptance_criteria: [text], labels: [text.slice(0, 64)] })
    .do('agent:dev-engineer', 'handoff', {
      phase: 'implementing',
      state_delta: {
        decisions: [{ decision: text, rationale: text, alternatives: [text] }],
        warnings: [text],
        issues_raised: [{ issue: text, severity: 'high', suggested_action: text, requires_human: true }],
      },
    })
    .do('human:mira', 'vote', { decision: 'approve', reason: text })
    .do('agent:dev-engineer', 'handoff', {
      phase: 'testing',
      state_delta: { artifacts: [{ path: 'src/a.ts', content_hash: HASH }], issues_resolved: [{ issue_id: 'I2', resolution: text }] },
    })
    .do('agent:dev-qa', 'handoff', {
      phase: 'implementing',
      state_delta: {
        feedback: text,
        repeat_reason: text,
        issues_raised: [{ issue: text, severity: 'blocker', suggested_action: text }],
        checks: [{ name, passed: false, detail: text }],
        packet: {
          attempted: text,
          observed: [{ finding: text, source: text }],
          changed: [{ artifact: text, ref: text }],
          not_done: [{ item: text, reason: text }],
          failed_approaches: [{ approach: text, why: text }],
          highest_impact_uncertainty: text,
          next_agent_should_first: text,
          payload: { [name]: text },
        },
      },
    });
};

describe('a text that wants out of its place', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });

  it('has at least 200 shapes', () => expect(new Set(INJECTIONS).size).toBeGreaterThanOrEqual(200));

  it('stays there, in every field and any budget', () => {
    const faults = INJECTIONS.flatMap((text) => {
      const { state } = injectedWith(text);
      return [220, 300, 499, EVERYTHING_TOKENS].flatMap((maxTokens) => {
        const summary = summarize(state, { maxTokens, tokenizer, stateFile: STATE_FILE });
        return summaryFaults(state, summary, maxTokens, STATE_FILE).map((fault) => `${JSON.stringify(text)}: ${fault}`);
      });
    });
    expect(faults.slice(0, 10)).toEqual([]);
  });

  it('is read back whole where there is room', () => {
    for (const text of INJECTIONS) {
      const { state } = injectedWith(text);
      const parsed = parseSummary(summarize(state, { maxTokens: EVERYTHING_TOKENS, tokenizer, stateFile: STATE_FILE }).text);
      const shown = new Map(parsed.items.map(({ id, values }) => [id, values]));
      const [packet] = state.packets;
      expect(parsed.task.title).toBe(shownText(state.task_title));
      expect(parsed.next).toEqual({ packet: null, text: shownText(packet?.next_agent_should_first ?? '') });
      expect(parsed.unknown).toBe(shownText(packet?.highest_impact_uncertainty ?? ''));
      expect([...shown.keys()].sort()).toEqual(['A5', 'B5', 'C5', 'D2', 'F5', 'G2', 'I5', 'N5', 'W2']);
      expect(shown.get('D2')).toEqual(
        [state.decisions_made[0]?.decision, state.decisions_made[0]?.rationale].map((value) => shownText(value ?? '')),
      );
      expect(shown.get('A5')).toEqual(
        [packet?.failed_approaches[0]?.approach, packet?.failed_approaches[0]?.why].map((value) => shownText(value ?? '')),
      );
      expect(shown.get('C5')).toEqual([state.checks[0]?.name, state.checks[0]?.detail].map((value) => shownText(value ?? '')));
      expect(shown.get('B5')).toEqual([shownText(state.retry_feedback[0]?.feedback ?? '')]);
      expect(parsed.changed).toHaveLength(2);
    }
  });
});
