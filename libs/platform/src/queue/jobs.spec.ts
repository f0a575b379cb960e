import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnrecoverableError } from 'bullmq';
import { parseJob } from './parse-job.js';
import { queueNameOf, ringIdOf } from './queue-names.js';
import { queuePrefixIn } from './queue-prefix.js';

describe('parseJob', () => {
  const data = { task_id: 'T1', version: 3 };

  it('takes jobs of the catalogue', () => {
    expect(parseJob({ name: 'work', data })).toEqual({ name: 'work', data });
    const traced = { ...data, trace: { traceparent: '00-ab-cd-01' } };
    expect(parseJob({ name: 'work', data: traced }).data).toEqual(traced);
  });

  it.each([
    ['another name', { name: 'play', data }],
    ['the name of something every object has', { name: 'constructor', data }],
    ['no data', { name: 'work', data: undefined }],
    ['a name no task has', { name: 'work', data: { ...data, task_id: '../x' } }],
    ['no version', { name: 'work', data: { task_id: 'T1' } }],
    ['more than a pointer', { name: 'work', data: { ...data, prompt: 'Do this.' } }],
  ])('refuses %s in words, and for good', (_case, job) => {
    const refused = () => parseJob(job);
    expect(refused).toThrow(UnrecoverableError);
    expect(refused).toThrow(/^(There is no job named|This is no work job)/);
  });
});

describe('the names of a queue and its jobs', () => {
  it('are ones BullMQ takes, whatever an agent or a task is called', () => {
    for (const due of [
      { task_id: 'A', version: 1, target_agent: 'a' },
      { task_id: `Z${'_-9'.repeat(21)}`, version: 999_999, target_agent: `z${'-0'.repeat(15)}` },
    ]) {
      expect(ringIdOf(due)).toMatch(/^[A-Za-z][A-Za-z0-9_-]*$/);
      expect(queueNameOf(due.target_agent)).toMatch(/^[a-z0-9-]+$/);
    }
  });

  it('differ from project to project, not from start to start nor from way to way into one', async () => {
    const [one, other] = [mkdtempSync(join(tmpdir(), 'jerry-a-')), mkdtempSync(join(tmpdir(), 'jerry-b-'))];
    symlinkSync(one, join(other, 'link'));
    const prefix = await queuePrefixIn(one);
    expect(prefix).toMatch(/^jerry-[0-9a-f]{12}$/);
    expect(await queuePrefixIn(join(other, 'link'))).toBe(prefix);
    expect(await queuePrefixIn(other)).not.toBe(prefix);
    copyFileSync(join(one, 'id'), join(other, 'id'));
    expect(await queuePrefixIn(other)).not.toBe(prefix);
    // Another project, seen at the same path.
    rmSync(join(one, 'id'));
    expect(await queuePrefixIn(one)).not.toBe(prefix);
    for (const directory of [one, other]) rmSync(directory, { recursive: true });
  });
});
