import { TaskId } from '@app/handoff';
import type { JobsOptions } from 'bullmq';
import { z } from 'zod';

/** Every kind of job: its data, and what the queue does with it. Both sides are typed from here, and both parse. */
export const JOBS = {
  /** It is this agent's turn. A pointer, never data: whoever takes it asks the API what is to be done. */
  work: {
    data: z.strictObject({
      task_id: TaskId,
      version: z.number().int().positive(),
      /** Of the request that caused the ring, as W3C trace context. */
      trace: z.record(z.string().max(64), z.string().max(1_024)).optional(),
    }),
    // Attempts, failures and back-off are in the task's history. A finished job that was kept would swallow the next ring of its id.
    policy: { attempts: 1, removeOnComplete: true, removeOnFail: true },
  },
} as const satisfies Readonly<Record<string, { data: z.ZodType; policy: JobsOptions }>>;

export type JobName = keyof typeof JOBS;
export type JobData<Name extends JobName> = z.infer<(typeof JOBS)[Name]['data']>;
/** A job as its consumer gets it. */
export type ParsedJob = { [Name in JobName]: { readonly name: Name; readonly data: JobData<Name> } }[JobName];
