import { z } from 'zod';
import { AgentName } from './ids.js';
import { SEVERITIES } from './issue.js';
import { LIMITS } from './limits.js';
import { WORK_PHASES, type WorkPhase } from './phase.js';

export const PhaseExit = z.strictObject({
  min_artifacts: z.number().int().min(0).max(10_000).optional().describe('so many files have to be recorded'),
  no_open: z.array(z.enum(SEVERITIES)).optional().describe('no issue of these severities may be open'),
  no_failing_checks: z.boolean().optional().describe('no check may stand as failed'),
  required_checks: z
    .array(z.string().max(LIMITS.checkNameChars))
    .optional()
    .describe('these have to be proven passed by runs of the service itself, on files as they are now'),
  verify_artifacts: z.boolean().optional().describe('every recorded file has to be there with the hash it was posted with'),
  human_approval: z.boolean().optional().describe('a person has to approve the move'),
});
export type PhaseExit = z.infer<typeof PhaseExit>;

const DEFAULT_AGENTS = ['dev-engineer', 'dev-qa', 'dev-reviewer'];
const DEFAULT_PHASES: Record<WorkPhase, string> = {
  planning: 'dev-engineer',
  implementing: 'dev-engineer',
  testing: 'dev-qa',
  reviewing: 'dev-reviewer',
};
const DEFAULT_EXITS: Record<WorkPhase, PhaseExit> = {
  planning: {},
  implementing: { min_artifacts: 1 },
  testing: { no_open: ['blocker'], no_failing_checks: true, required_checks: [] },
  reviewing: { no_open: ['blocker'], no_failing_checks: true, required_checks: [], verify_artifacts: true, human_approval: false },
};

export const requiredChecks = (exits: Record<WorkPhase, PhaseExit>): ReadonlySet<string> =>
  new Set(Object.values(exits).flatMap((exit) => exit.required_checks ?? []));

/** A week at most: far longer ones are more than a timer can count. */
const LeaseS = z.number().int().min(1).max(604_800);

/** The part of the configuration that `decide` obeys. A phase named in `phase_exit` replaces its default whole. */
export const Rules = z
  .strictObject({
    agents: z.array(AgentName).default(DEFAULT_AGENTS),
    phases: z
      .partialRecord(z.enum(WORK_PHASES), AgentName)
      .default({})
      .transform((named): Record<WorkPhase, string> => ({ ...DEFAULT_PHASES, ...named })),
    phase_exit: z
      .partialRecord(z.enum(WORK_PHASES), PhaseExit)
      .default({})
      .transform((named): Record<WorkPhase, PhaseExit> => ({ ...DEFAULT_EXITS, ...named }))
      .refine((exits) => requiredChecks(exits).size <= LIMITS.requiredChecks, {
        message: `may require at most ${LIMITS.requiredChecks} different checks altogether`,
      }),
    attempts: z.number().int().min(1).max(100).default(5),
    allow_own_work: z.boolean().default(false),
    lease_s: z
      .strictObject({
        worker: LeaseS.default(60).describe('for a worker of this service'),
        external: LeaseS.default(1_800).describe('for everybody else'),
      })
      .prefault({}),
  })
  .refine((rules) => Object.values(rules.phases).every((agent) => rules.agents.includes(agent)), {
    message: 'must name agents that there are',
    path: ['phases'],
  });
export type Rules = z.infer<typeof Rules>;

export const DEFAULT_RULES: Rules = Rules.parse({});
