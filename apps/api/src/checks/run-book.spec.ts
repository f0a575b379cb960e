import { BegunRun } from './begun-run.js';
import { RunBook } from './run-book.js';

const run = (k: number, more: object = {}) => new BegunRun(k.toString(16), { taskId: 'T1', names: [`unit-${k}`], ...more }, 'agent:dev-qa');

describe('the book of runs', () => {
  it('keeps what is underway, and of what is over the newest', () => {
    const book = new RunBook();
    const underway = run(0);
    book.add(underway);
    for (let k = 1; k <= 400; k++) {
      const over = run(k);
      book.add(over);
      over.finish(k);
    }
    expect(book.find('T1', '0')).toBe(underway);
    expect(book.find('T1', (400).toString(16)).view).toMatchObject({ status: 'finished', version: 400 });
    expect(() => book.find('T1', '1')).toThrow(expect.objectContaining({ code: 'check_run_not_found' }));
    expect(() => book.find('T2', '0')).toThrow(expect.objectContaining({ code: 'check_run_not_found' }));
  });

  it('takes no more than so many at a time', () => {
    const book = new RunBook();
    for (let k = 0; k < 100; k++) book.add(run(k));
    expect(() => book.add(run(100))).toThrow(expect.objectContaining({ code: 'overloaded', retryable: true }));
    book.underway({ taskId: 'T1', names: ['unit-7'] })?.fail(new Error('broken'));
    book.add(run(100));
    expect(book.find('T1', '7').view).toMatchObject({ status: 'failed', failure: { code: 'internal' } });
  });

  it('joins the same task, checks and claim, in whatever order they are named', () => {
    const book = new RunBook();
    const begun = run(1, { names: ['a', 'b'], claimEpoch: 2 });
    book.add(begun);
    expect(book.underway({ taskId: 'T1', names: ['b', 'a'], claimEpoch: 2 })).toBe(begun);
    for (const other of [{ names: ['a'] }, { names: ['a', 'c'] }, { taskId: 'T2' }, { claimEpoch: 3 }, { claimEpoch: undefined }])
      expect(book.underway({ taskId: 'T1', names: ['a', 'b'], claimEpoch: 2, ...other })).toBeUndefined();
    begun.finish(3);
    expect(book.underway({ taskId: 'T1', names: ['b', 'a'], claimEpoch: 2 })).toBeUndefined();
  });
});
