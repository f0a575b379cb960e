import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HandoffError } from '@app/handoff';
import { CannotStart } from '@app/platform';
import { StoredToken } from './stored-token.js';

const WHOLE = /^k[0-9a-f]{12}\.json$/;
const LEFT_OVER = /^k[0-9a-f]{12}\.json\.[0-9a-f]{12}$/;
/** Ids of tokens that are revoked though their file could not be removed. */
const CROSSED_OUT = 'revoked';
/** Those that have been over for this long are not read again. Long, because a clock can be wrong by a day and still be put right. */
const KEPT_AFTER_MS = 7 * 24 * 3_600_000;

/** One file per token, readable by this user alone; written whole or not at all, and durable before anybody is told. */
export class TokenFiles {
  private constructor(private readonly directory: string) {}

  static async open(directory: string): Promise<TokenFiles> {
    // Not `recursive`: on a full disk that says that the directory above is missing.
    await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    // Also where it was there before, or was made under another mask.
    await chmod(directory, 0o700);
    return new TokenFiles(directory);
  }

  /** A file that cannot be read stops the start: a token that was revoked must not come back by guessing, nor one in force be lost unnoticed. */
  async readAll(nowMs: number): Promise<StoredToken[]> {
    const revoked = await this.crossedOut();
    const names = await readdir(this.directory);
    const isOut = (name: string) => LEFT_OVER.test(name) || revoked.includes(name.replace('.json', ''));
    // What a write left that was cut short (nobody was ever given that token), and what could not be removed when it should have been.
    await Promise.all(names.filter(isOut).map((name) => this.discard(join(this.directory, name))));
    const tokens = await Promise.all(names.filter((name) => name.endsWith('.json') && !isOut(name)).map((name) => this.read(name)));
    const isOld = ({ expires_at }: StoredToken) => expires_at !== null && Date.parse(expires_at) + KEPT_AFTER_MS < nowMs;
    await Promise.all(tokens.filter(isOld).map(({ id }) => this.discard(this.pathOf(id))));
    return tokens.filter((token) => !isOld(token));
  }

  async write(token: StoredToken): Promise<void> {
    const path = this.pathOf(token.id);
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(token, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
      await this.sync();
    } catch (error) {
      await this.discard(temporary);
      throw isFull(error) ? new HandoffError('storage_full', 'There is no space left to keep a token.', {}, { cause: error }) : error;
    }
  }

  /** Once this resolves, the token stays out: its file is gone, or where it cannot be removed, its id is crossed out. */
  async remove(id: string): Promise<void> {
    try {
      await rm(this.pathOf(id), { force: true });
      await this.sync();
    } catch {
      await this.crossOut(id);
    }
  }

  private async crossOut(id: string): Promise<void> {
    try {
      await this.append(`${id}\n`);
    } catch (error) {
      throw new HandoffError(
        'outcome_unknown',
        `The token ${id} is refused from now on, but that could not be written down: until it is, a restart brings the token back.`,
        {},
        { cause: error },
      );
    }
  }

  private async append(line: string): Promise<void> {
    const file = await open(join(this.directory, CROSSED_OUT), 'a', 0o600);
    try {
      await file.writeFile(line);
      await file.sync();
    } finally {
      await file.close();
    }
    await this.sync();
  }

  private async crossedOut(): Promise<string[]> {
    const text = await readFile(join(this.directory, CROSSED_OUT), 'utf8').catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'ENOENT') return '';
      throw error;
    });
    return text.split('\n').filter((id) => id !== '');
  }

  /** What is not believed any more may also stay. */
  private async discard(path: string): Promise<void> {
    await rm(path, { force: true }).catch(() => undefined);
  }

  private async read(name: string): Promise<StoredToken> {
    const path = join(this.directory, name);
    try {
      const token = StoredToken.parse(JSON.parse(await readFile(path, 'utf8')));
      // Under any other name it could not be revoked.
      if (!WHOLE.test(name) || name !== `${token.id}.json`) throw new Error(`It is the file of ${token.id}.`);
      return token;
    } catch (error) {
      throw new CannotStart(`${path} is not a token this service has written: move it away, and make a new one in its place.`, {
        cause: error,
      });
    }
  }

  private async sync(): Promise<void> {
    const directory = await open(this.directory, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  }

  private pathOf(id: string): string {
    return join(this.directory, `${id}.json`);
  }
}

const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code));
