import { GateId, TaskId } from '@app/handoff';
import { z } from 'zod';

const PAGE = 50;
const LARGEST_PAGE = 200;
const LONGEST_WAIT_S = 30;

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
export const maxTokens = wholeNumber(1, 1_000_000).optional();
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
