import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from '@app/platform';
import { TokenBook } from './token-book.js';
import { TokenFiles } from './token-files.js';

const FIXED = 'a fixed token of the operator, 32 characters';
const DAY_S = 24 * 3_600;

describe('TokenBook', () => {
  let directory = '';
  let now = Date.parse('2026-11-18T12:00:00.000Z');
  const clock = { now: () => new Date(now) };
  const open = async () => TokenBook.open(await TokenFiles.open(directory), clock, { 'admin:local': FIXED, 'worker:local': undefined });
  const files = async () => (await readdir(directory)).sort();

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'jerry-tokens-')), 'tokens');
  });
  afterEach(() => rm(join(directory, '..'), { recursive: true }));

  it('knows whom a token speaks for, also after a restart, and keeps nothing from which it could be made again', async () => {
    const book = await open();
    const made = await book.make('agent:dev-qa', 'admin:local');
    expect(made.token).toMatch(/^jerry_[A-Za-z0-9_-]{43}$/);
    for (const known of [book, await open()]) {
      expect(known.identify(made.token)?.principal).toBe('agent:dev-qa');
      expect(known.identify(FIXED)?.principal).toBe('admin:local');
      for (const wrong of ['', 'undefined', `${made.token}x`, made.token.slice(0, -1), made.token.toUpperCase()])
        expect(known.identify(wrong)).toBeUndefined();
    }
    const kept = await readFile(join(directory, `${made.id}.json`), 'utf8');
    expect(kept).not.toContain(made.token.slice(6, 20));
    expect((await stat(join(directory, `${made.id}.json`))).mode & 0o777).toBe(0o600);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('closes a directory that others could read', async () => {
    await mkdir(directory, { mode: 0o755 });
    await chmod(directory, 0o755);
    await open();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it('lets a token go when its time is over, forgets it a week later, and not sooner', async () => {
    const book = await open();
    const { token, id } = await book.make('agent:dev-qa', 'admin:local', 60);
    const held = book.identify(token);
    expect(held?.isInForce()).toBe(true);
    now += 60_000;
    expect([held?.isInForce(), book.identify(token), book.list({ limit: 50 }).items]).toEqual([false, undefined, []]);
    now += 6 * DAY_S * 1_000;
    expect((await open()).identify(token)).toBeUndefined();
    expect(await files()).toEqual([`${id}.json`]);
    now += 2 * DAY_S * 1_000;
    await open();
    expect(await files()).toEqual([]);
  });

  it('revokes at once and for good', async () => {
    const book = await open();
    const { token, id } = await book.make('agent:dev-qa', 'admin:local');
    const held = book.identify(token);
    await book.revoke(id);
    expect([held?.isInForce(), book.identify(token), await files()]).toEqual([false, undefined, []]);
    expect((await open()).identify(token)).toBeUndefined();
    await expect(book.revoke(id)).rejects.toMatchObject({ code: 'token_not_found' });
  });

  it('revokes for good also what it cannot remove, and says so where it cannot even write that down', async () => {
    const book = await open();
    const { token, id } = await book.make('agent:dev-qa', 'admin:local');
    const stubborn = join(directory, `${id}.json`);
    // A directory of that name cannot be removed as a file can.
    await rm(stubborn);
    await mkdir(stubborn);
    await mkdir(join(directory, 'revoked'));
    await expect(book.revoke(id)).rejects.toMatchObject({ code: 'outcome_unknown', retryable: true });
    expect(book.identify(token)).toBeUndefined();
    await rm(join(directory, 'revoked'), { recursive: true });
    await book.revoke(id);
    expect(await files()).toEqual([`${id}.json`, 'revoked']);
    const again = await open();
    expect([again.identify(token), again.list({ limit: 50 }).items]).toEqual([undefined, []]);
  });

  it('lists newest first, page by page, each once while others come and go', async () => {
    const book = await open();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      now += i % 2;
      ids.unshift((await book.make(`agent:a${i}`, 'admin:local')).id);
    }
    const listed = [...book.list({ limit: 50 }).items].map(({ id }) => id);
    expect([...listed].sort()).toEqual([...ids].sort());
    const first = book.list({ limit: 2 });
    now += 1;
    await book.make('agent:late', 'admin:local');
    await book.revoke(listed[1] ?? '');
    const second = book.list({ limit: 2, cursor: first.next_cursor ?? '' });
    const third = book.list({ limit: 2, cursor: second.next_cursor ?? '' });
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(listed);
    expect(third.next_cursor).toBeNull();
    expect(JSON.stringify(first)).not.toContain('sha256');
    for (const cursor of ['x', '', Buffer.from('tokens x').toString('base64url'), Buffer.from('tasks a b').toString('base64url')])
      expect(() => book.list({ limit: 2, cursor })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it('clears away what a write left that was cut short', async () => {
    const { id } = await (await open()).make('agent:dev-qa', 'admin:local');
    await writeFile(join(directory, 'k0123456789ab.json.0123456789ab'), '{');
    await open();
    expect(await files()).toEqual([`${id}.json`]);
  });

  it.each([
    ['torn', 'k0123456789ab.json', '{"id":'],
    ['of another shape', 'k0123456789ab.json', '{}'],
    ['under a name that is not its own', 'kba9876543210.json', '@'],
  ])('does not start on a file that is %s, and names it', async (_, name, content) => {
    const { id } = await (await open()).make('agent:dev-qa', 'admin:local');
    const text = content === '@' ? await readFile(join(directory, `${id}.json`), 'utf8') : content;
    await writeFile(join(directory, name), text);
    await expect(open()).rejects.toThrow(CannotStart);
    await expect(open()).rejects.toThrow(name);
  });
});
