import { z } from 'zod';
import { EnvName, RunSeconds } from './run-settings.js';

const usdPerMillion = z.number().min(0).max(10_000);

/** A chat model that a worker talks to. */
export const ModelExecutor = z
  .strictObject({
    kind: z.literal('model').describe('a chat model that a worker of this service talks to'),
    api: z.enum(['openai', 'anthropic']).describe('which API it speaks; `openai` also for servers compatible with it'),
    model: z.string().min(1).max(200).describe('its name there'),
    base_url: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("another address than the provider's own"),
    api_key_env: EnvName.optional().describe(
      'the variable that holds the key; unless said otherwise OPENAI_API_KEY or ANTHROPIC_API_KEY, and none with a `base_url`',
    ),
    max_output_tokens: z.number().int().min(256).max(128_000).default(8_192).describe('of one answer'),
    max_context_tokens: z
      .number()
      .int()
      .min(8_000)
      .max(2_000_000)
      .default(100_000)
      .describe('of the conversation, by o200k_base; beyond it, what it read first is left out'),
    timeout_s: RunSeconds,
    budget: z
      .strictObject({
        max_tokens: z.number().int().min(1_000).max(100_000_000).default(500_000).describe('of one run, in and out'),
        max_cost_usd: z.number().positive().max(10_000).optional().describe('of one run; needs `price_usd_per_million`'),
      })
      .prefault({})
      .describe('what one run may use up before it is ended'),
    price_usd_per_million: z
      .strictObject({ input: usdPerMillion, output: usdPerMillion })
      .optional()
      .describe('what a million tokens cost, for the reckoning'),
  })
  .refine(({ budget, price_usd_per_million }) => budget.max_cost_usd === undefined || price_usd_per_million !== undefined, {
    message: 'is needed for `budget.max_cost_usd`',
    path: ['price_usd_per_million'],
  });
export type ModelExecutor = z.infer<typeof ModelExecutor>;
