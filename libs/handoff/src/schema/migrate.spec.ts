import { inStatus } from '../../../../test/support/statuses.js';
import { HandoffError } from '../errors/handoff.error.js';
import { migrate, migrateBy } from './migrate.js';
import { SCHEMA_VERSION } from './task-state.js';

describe('migrate', () => {
  it('takes what this build wrote as it is', () => {
    const { head } = inStatus('pending');
    expect(migrate(head, 'T1')).toBe(head);
  });

  it('takes what older builds wrote step by step, from wherever it stands', () => {
    const steps = {
      1: (older: object) => ({ ...older, greeting: 'hello' }),
      2: ({ greeting, ...older }: { greeting?: string }) => ({ ...older, greetings: [greeting ?? 'none'] }),
    } as unknown as Parameters<typeof migrateBy>[0];
    const read = migrateBy(steps, 3);
    const first = { schema_version: 1, task_id: 'T1' };
    expect(read(first, 'T1')).toEqual({ schema_version: 3, task_id: 'T1', greetings: ['hello'] });
    expect(read({ schema_version: 2 }, 'T1')).toEqual({ schema_version: 3, greetings: ['none'] });
    expect(first).toEqual({ schema_version: 1, task_id: 'T1' });
  });

  it('refuses what no step leads on from', () => {
    const attempt = () => migrateBy({}, 2)({ schema_version: 1 }, 'T1');
    expect(attempt).toThrow(expect.objectContaining({ code: 'task_read_only' }));
  });

  it.each([SCHEMA_VERSION + 1, SCHEMA_VERSION + 100, 0, -1, 1.5, Number.NaN])(
    'refuses schema_version %d, and never cuts it down',
    (schema_version) => {
      const newer = { schema_version, something: 'new' };
      const attempt = () => migrate(newer, 'T1');
      expect(attempt).toThrow(HandoffError);
      expect(attempt).toThrow(expect.objectContaining({ code: 'task_read_only' }));
      expect(newer).toEqual({ schema_version, something: 'new' });
    },
  );
});
