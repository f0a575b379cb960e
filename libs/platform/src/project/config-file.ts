import { AgentsConfig } from '@app/agents';
import { ArtifactPath, CheckName, LIMITS, Rules } from '@app/handoff';
import { z } from 'zod';

const { phases, phase_exit, attempts, lease_s, allow_own_work } = Rules.shape;
/** Neither empty nor with a character that no argument of a program can have. */
const Argument = z
  .string()
  .min(1)
  .max(LIMITS.textChars)
  .refine((text) => !text.includes('\0'), { message: 'must not contain a NUL character' });
const Command = z.array(Argument).min(1).max(LIMITS.listItems);
const whole = (least: number, most: number) => z.number().int().min(least).max(most);

export const CheckConfig = z.strictObject({
  command: Command.describe('program and arguments; no shell is involved'),
  timeout_s: whole(1, 86_400).default(300).describe('after this it is ended and counts as failed'),
  covers: z
    .array(ArtifactPath)
    .min(1)
    .max(LIMITS.artifactsPerHandoff)
    .default(['**'])
    .describe(
      'the files its result speaks for, by patterns with `*`, `?`, `**` and `{a,b}`; when one of them changes, the result is stale. `**`: what git knows or would add, without git everything but `node_modules` and folders that begin with a dot',
    ),
});
export type CheckConfig = z.infer<typeof CheckConfig>;

/** What may stand in `.jerry/config.json`. Everything is optional; what is not known is refused. */
export const ConfigFile = z.strictObject({
  $schema: z.string().optional().describe('where an editor finds the schema of this file; without meaning for the service'),
  agents: AgentsConfig.default({}).describe(
    'agents by name, further ones or built-in ones, and who runs each: `external`, `command` or `model`',
  ),
  phases: phases.describe('whose turn it is in each phase unless a handoff says otherwise'),
  phase_exit: phase_exit.describe('what must hold to move forward out of a phase; a phase named here replaces its default whole'),
  checks: z.record(CheckName, CheckConfig).default({}).describe('what the service can run itself as evidence, by name'),
  summary: z
    .strictObject({ max_tokens: whole(220, 499).default(499).describe('by o200k_base; lower it for models with another vocabulary') })
    .prefault({})
    .describe('the summary the next agent reads'),
  attempts: attempts.describe('how often work on a phase may go wrong before a person is asked'),
  lease_s: lease_s.describe('how long a claim stays alive without a word from its holder, in seconds'),
  gates: z
    .strictObject({ allow_own_work: allow_own_work.describe('whether a person may vote on what they handed off themselves') })
    .prefault({})
    .describe('questions to people'),
  notify: z
    .strictObject({ command: Command.describe('program and arguments; `{event}` and `{task_id}` are filled in') })
    .optional()
    .describe('run when a person is asked something or a task is abandoned'),
  limits: z
    .strictObject({
      requests_per_s: whole(1, 100_000).default(50).describe('requests per second'),
      in_flight: whole(1, 10_000).default(32).describe('requests at the same time'),
    })
    .prefault({})
    .describe('how much one principal may ask for'),
});
export type ConfigFile = z.infer<typeof ConfigFile>;
