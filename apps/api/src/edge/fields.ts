import { GateId, LEAST_CLAIM_TOKENS, TaskId } from '@app/handoff';
import { z } from 'zod';

const PAGE = 50;
const LARGEST_PAGE = 200;
const LONGEST_WAIT_S = 30;
const MOST_TOKENS = 1_000_000;

/** A whole number in a query, which arrives as text. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`)
    .meta({ shown: { type: 'integer', minimum: least, maximum: most } });

export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true')
  .meta({ shown: { type: 'boolean' } });

export const page = {
  limit: wholeNumber(1, LARGEST_PAGE).default(PAGE),
  cursor: z.string().max(512).optional(),
};
/** Of something in a task: an id, a kind and a version, a path. */
export const handle = z.string().min(1).max(600);
export const maxTokens = wholeNumber(1, MOST_TOKENS).optional();
/** Of lists: a page, or as much of one as a budget has room for. */
export const boundedPage = { ...page, max_tokens: maxTokens };
export const waitS = wholeNumber(0, LONGEST_WAIT_S).optional();
export const version = wholeNumber(1, 999_999_999);
export const include = z.enum(['state'], 'can only be state').optional();

export const NoParams = z.strictObject({});
export const NoQuery = z.strictObject({});
export const TaskParams = z.strictObject({ task_id: TaskId });
export const GateParams = z.strictObject({ gate_id: GateId });
/** Of calls that change a task. */
export const WriteQuery = z.strictObject({ include });
const extent = { include, max_tokens: wholeNumber(LEAST_CLAIM_TOKENS, MOST_TOKENS).optional() };
const isOne = (query: { readonly include?: unknown; readonly max_tokens?: unknown }): boolean =>
  query.include === undefined || query.max_tokens === undefined;
const NOT_BOTH = { message: 'bounds an answer without the state: leave out include', path: ['max_tokens'] };
/** Of claims. They are written before they are answered, so the least they may be bounded to has room for every one. */
export const ClaimQuery = z.strictObject(extent).refine(isOne, NOT_BOTH);
export const NextClaimQuery = z.strictObject({ ...extent, wait_s: waitS }).refine(isOne, NOT_BOTH);
