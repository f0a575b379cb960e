import { DEFAULT_RULES, Rules } from './rules.js';

describe('rules', () => {
  it('are the published defaults', () => {
    expect(DEFAULT_RULES).toEqual({
      agents: ['dev-engineer', 'dev-qa', 'dev-reviewer'],
      phases: { planning: 'dev-engineer', implementing: 'dev-engineer', testing: 'dev-qa', reviewing: 'dev-reviewer' },
      phase_exit: {
        planning: {},
        implementing: { min_artifacts: 1 },
        testing: { no_open: ['blocker'], no_failing_checks: true, required_checks: [] },
        reviewing: { no_open: ['blocker'], no_failing_checks: true, required_checks: [], verify_artifacts: true, human_approval: false },
      },
      attempts: 5,
      allow_own_work: false,
      lease_s: { worker: 60, external: 1_800 },
    });
  });

  it('take a phase that is named in place of its default, whole', () => {
    const { phase_exit, phases } = Rules.parse({
      phase_exit: { reviewing: { human_approval: true } },
      phases: { testing: 'dev-reviewer' },
    });
    expect(phase_exit.reviewing).toEqual({ human_approval: true });
    expect(phase_exit.testing).toEqual(DEFAULT_RULES.phase_exit.testing);
    expect(phases).toEqual({ ...DEFAULT_RULES.phases, testing: 'dev-reviewer' });
  });

  it('name only agents that there are', () => {
    expect(Rules.safeParse({ phases: { testing: 'nobody' } }).success).toBe(false);
    expect(Rules.safeParse({ agents: ['solo'] }).success).toBe(false);
    expect(
      Rules.safeParse({ agents: ['solo'], phases: { planning: 'solo', implementing: 'solo', testing: 'solo', reviewing: 'solo' } }).success,
    ).toBe(true);
  });

  it('require no more checks than the state can keep the proof of', () => {
    const require = (count: number) =>
      Rules.safeParse({ phase_exit: { testing: { required_checks: Array.from({ length: count }, (_, k) => `c${k}`) } } }).success;
    expect([require(40), require(41)]).toEqual([true, false]);
  });

  it('are strict', () => {
    expect(Rules.safeParse({ phase_exit: { testing: { min_artefacts: 1 } } }).success).toBe(false);
    expect(Rules.safeParse({ attempts: 0 }).success).toBe(false);
    expect(Rules.safeParse({ allow_own_work: 'yes' }).success).toBe(false);
  });
});
