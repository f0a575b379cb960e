import { UnrecoverableError } from 'bullmq';
import { JOBS, type JobName, type ParsedJob } from './job-catalogue.js';

/** What came out of a queue, or went in, is a job of the catalogue. Trying again would not make it one. */
export function parseJob({ name, data }: { readonly name: string; readonly data: unknown }): ParsedJob {
  if (!Object.hasOwn(JOBS, name)) throw new UnrecoverableError(`There is no job named ${JSON.stringify(name)}.`);
  const known = name as JobName;
  const parsed = JOBS[known].data.safeParse(data);
  if (parsed.success) return { name: known, data: parsed.data };
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'its data'}: ${message}`);
  throw new UnrecoverableError(`This is no ${name} job (${wrong.join('; ')}).`);
}
