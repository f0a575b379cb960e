import { o200kTokenizer } from '@app/handoff';
import { fidelityTasks } from './fidelity-task.js';
import { type Halves, Measurement, ROWS } from './measure.js';
import { percent, type Score } from './score.js';

const first = (score: Score) => percent(score.firstAnswered, score.firstAsked);
const all = (score: Score) => percent(score.answered, score.asked);

const cells = ({ open, locked }: Halves): string =>
  [first(open), first(locked), all(open), all(locked)].map((value) => value.toFixed(1).padStart(6)).join(' |');

const table = (measured: Measurement): string =>
  ['first rank: open, locked | all: open, locked', ...ROWS.map((row) => `${row.padEnd(24)}|${cells(measured.scores[row])}`)].join('\n');

describe('fidelity: what a successor can answer from the summary alone', () => {
  let measured: Measurement;

  beforeAll(async () => {
    measured = await new Measurement(await o200kTokenizer()).run();
    process.stdout.write(`\n${table(measured)}\n`);
  });

  it('asks about at least 25 tasks of 3 to 60 handoffs, half of them locked away', () => {
    const tasks = fidelityTasks();
    const handoffs = tasks.map((task) => task.steps.filter((step) => step.do === 'handoff').length);
    expect(tasks.length).toBeGreaterThanOrEqual(25);
    expect([Math.min(...handoffs), Math.max(...handoffs)]).toEqual([3, 60]);
    expect(tasks.filter((task) => task.half === 'locked')).toHaveLength(tasks.length / 2);
  });

  it('shows nothing settled as open and hardly anything superseded as in force', () => {
    for (const row of ['summary', 'harder', 'short, flooded'] as const)
      for (const score of Object.values(measured.scores[row])) {
        expect(score.settledShown).toBe(0);
        expect(percent(score.supersededShown, score.superseded)).toBeLessThanOrEqual(5);
      }
  });

  it('answers most first-rank questions from the text alone, far more than either baseline', () => {
    const { summary, harder, 'newest-first dump': dump, 'ADR-005 formatter': adr, 'harder, dump': harderDump } = measured.scores;
    for (const half of ['open', 'locked'] as const) {
      expect(first(summary[half])).toBeGreaterThanOrEqual(91);
      expect(all(summary[half])).toBeGreaterThanOrEqual(84.5);
      expect(first(harder[half])).toBeGreaterThanOrEqual(89);
      expect(all(harder[half])).toBeGreaterThanOrEqual(79);
      for (const baseline of [dump, adr]) expect(first(summary[half]) - first(baseline[half])).toBeGreaterThan(20);
      expect(first(harder[half]) - first(harderDump[half])).toBeGreaterThan(20);
    }
  });

  it('answers practically everything about short tasks, however much was noted on other work meanwhile', () => {
    const bars = { 'short tasks': [98, 95], 'short, harder': [97, 92.5], 'short, flooded': [97, 89] } as const;
    for (const [row, [firstRank, everything]] of Object.entries(bars))
      for (const score of Object.values(measured.scores[row as keyof typeof bars])) {
        expect(first(score)).toBeGreaterThanOrEqual(firstRank);
        expect(all(score)).toBeGreaterThanOrEqual(everything);
      }
  });

  it('answers nearly everything with one look-up', () => {
    for (const score of Object.values(measured.scores['summary + one look-up'])) {
      expect(first(score)).toBeGreaterThanOrEqual(99);
      expect(all(score)).toBeGreaterThanOrEqual(99);
    }
  });

  it('was not tuned to the half that may be looked at', () => {
    const { open, locked } = measured.scores.summary;
    expect(first(open) - first(locked)).toBeLessThanOrEqual(5);
    expect(all(open) - all(locked)).toBeLessThanOrEqual(5);
  });
});
