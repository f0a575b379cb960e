import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CannotStart } from '@app/platform';

const TOKEN_BYTES = 32;
const LEAST_CHARS = 32;
const NAME_CHARS = 16;

/** Where a service of this project is to be reached, for commands that have to find it. */
export interface ServiceCard {
  readonly address: string;
  readonly project: string;
  readonly pid: number;
}

/** What the service keeps for its user about one project, where an agent that works in the project does not look. `scripts/token.mjs` reads it. */
export class UserState {
  private constructor(private readonly directory: string) {}

  /** `stateDir` is the service's own; every project has a directory in it, by a hash of its real path. */
  static async open(stateDir: string, projectDir: string): Promise<UserState> {
    const project = await realpath(projectDir);
    const directory = join(stateDir, createHash('sha256').update(project).digest('hex').slice(0, NAME_CHARS));
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await chmod(stateDir, 0o700);
      await chmod(directory, 0o700);
    } catch (error) {
      throw refusedBy(directory, error);
    }
    if (`${await realpath(directory)}${sep}`.startsWith(`${project}${sep}`)) throw refused(`${directory} lies in the project`);
    return new UserState(directory);
  }

  /** The token of `admin:local` that was made at the first start; made now if this is it. */
  async adminToken(): Promise<string> {
    const path = join(this.directory, 'admin-token');
    const kept = (await readFile(path, 'utf8').catch(() => '')).trim();
    if (kept.length >= LEAST_CHARS) {
      await chmod(path, 0o600);
      return kept;
    }
    const made = `jerry_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    await this.#write(path, `${made}\n`);
    return made;
  }

  async announce(card: ServiceCard): Promise<void> {
    await this.#write(this.#card, `${JSON.stringify(card, null, 2)}\n`);
  }

  /** Only one's own: another service may have come meanwhile. */
  async withdraw(pid: number): Promise<void> {
    const card: unknown = JSON.parse(await readFile(this.#card, 'utf8').catch(() => '{}'));
    if ((card as Partial<ServiceCard>).pid === pid) await rm(this.#card, { force: true });
  }

  get #card(): string {
    return join(this.directory, 'service.json');
  }

  async #write(path: string, text: string): Promise<void> {
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw refusedBy(path, error);
    }
  }
}

/** A disk that is full has its own sentence. */
const refusedBy = (path: string, error: unknown): unknown => {
  const code = String((error as { code?: unknown }).code);
  return ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code) ? refused(`${path} cannot be written (${code})`, error) : error;
};

const refused = (what: string, cause?: unknown): CannotStart =>
  new CannotStart(
    `${what}: set XDG_STATE_HOME to a directory of yours outside the project, or give the service a token of your own in JERRY_ADMIN_TOKEN.`,
    { cause },
  );
