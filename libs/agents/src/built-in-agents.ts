/** The agents every project has: one for each kind of work between a plan and its completion. */
export const BUILT_IN_AGENTS = ['dev-engineer', 'dev-qa', 'dev-reviewer'] as const;
