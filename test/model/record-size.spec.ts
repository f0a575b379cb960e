import { ENGINEER, file, Walk } from '../support/walk.js';

const BODY_BYTES = 2_048;
const WORDS = 'session cookie restart server login token expires redirect browser header secure storage queue lease epoch patch'.split(' ');

/** Words in an order that depends on the seed alone. */
const prose = (seed: number, chars: number): string => {
  let text = '';
  for (let k = seed; text.length < chars; k = (k * 7 + 11) % 1_009) text += `${WORDS[k % WORDS.length]} `;
  return text.slice(0, chars - 1).concat('.');
};

/** What an agent typically hands over, filled up to exactly two kibibytes as it is posted. */
const typical = (walk: Walk, k: number) => {
  const state_delta = {
    artifacts: [file(`src/module-${k}/login.ts`, String(k))],
    decisions: [{ decision: prose(k, 120), rationale: prose(k + 1, 200), alternatives: [prose(k + 2, 60)] }],
    warnings: [prose(k + 3, 80)],
    checks: [{ name: `unit-${k % 5}`, passed: true, detail: prose(k + 4, 60) }],
    packet: {
      attempted: prose(k + 5, 160),
      observed: [{ finding: prose(k + 6, 140), source: 'test/login.spec.ts', confidence: 0.8 }],
      not_done: [{ item: prose(k + 7, 60), reason: prose(k + 8, 60) }],
      failed_approaches: [{ approach: prose(k + 9, 80), why: prose(k + 10, 80) }],
      highest_impact_uncertainty: prose(k + 11, 100),
      next_agent_should_first: '',
    },
  };
  const body = { phase: 'implementing', expected_version: walk.head.version, state_delta };
  state_delta.packet.next_agent_should_first = prose(k + 12, BODY_BYTES - JSON.stringify(body).length);
  expect(JSON.stringify(body)).toHaveLength(BODY_BYTES);
  return body;
};

describe('a record', () => {
  it('is sized by what was posted, however much the state holds already', () => {
    const walk = new Walk().to('implementing');
    const sizes: number[] = [];
    for (let k = 0; k < 300; k++) {
      walk.do(ENGINEER, 'handoff', typical(walk, k));
      sizes.push(JSON.stringify(walk.record).length);
    }
    const ratio = (from: number, to: number) => sizes.slice(from, to).reduce((sum, size) => sum + size, 0) / ((to - from) * BODY_BYTES);
    expect(walk.head.totals.decisions.in_state).toBeLessThan(100);
    expect(ratio(0, 10)).toBeLessThan(1.9);
    // Also when something moves out of the state for everything that comes in.
    expect(ratio(200, 300)).toBeLessThan(2.1);
    expect(Math.max(...sizes.slice(200))).toBeLessThan(2.4 * BODY_BYTES);
  });
});
