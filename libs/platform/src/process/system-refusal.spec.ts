import { CannotStart, systemRefusal } from '@app/platform';

const refused = (code: string, path = '/p/.jerry/tokens') => Object.assign(new Error(`${code}: no`), { code, path });

describe('systemRefusal', () => {
  it.each([
    ['ENOSPC', 'No space is left on the disk of /p/.jerry/tokens: free some, and start again.'],
    ['EDQUOT', 'The quota of this user on the disk of /p/.jerry/tokens is used up: free some space, and start again.'],
    [
      'EROFS',
      '/p/.jerry/tokens is on a disk that is mounted read-only: have it mounted to be written, or set JERRY_PROJECT_DIR to another project.',
    ],
    [
      'EACCES',
      '/p/.jerry/tokens cannot be used (EACCES): allow this user to read and write there, or set JERRY_PROJECT_DIR to another project.',
    ],
    ['EMFILE', 'Too many files are open (EMFILE): let this user open more (ulimit -n), and start again.'],
    ['EIO', 'The disk of /p/.jerry/tokens fails (EIO): look into the log of the system, and start again on a sound disk.'],
  ])('says of %s what a person has to change', (code, sentence) => {
    const refusal = systemRefusal(refused(code));
    expect(refusal).toBeInstanceOf(CannotStart);
    expect(refusal?.message).toBe(sentence);
  });

  it('finds it behind other errors, and takes the place it is told', () => {
    const error = new Error('the store cannot be opened', { cause: new Error('locked', { cause: refused('ENOSPC') }) });
    expect(systemRefusal(error, '/p/.jerry')?.message).toContain('the disk of /p/.jerry:');
  });

  it.each([[new Error('a bug')], [refused('ENOENT')], [undefined], ['text'], [null]])('leaves %p to be what it is', (error) => {
    expect(systemRefusal(error)).toBeUndefined();
  });
});
