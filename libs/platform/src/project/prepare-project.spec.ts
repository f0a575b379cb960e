import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotStart, prepareProject } from '@app/platform';

describe('prepareProject', () => {
  let project = '';
  beforeEach(async () => {
    project = await mkdtemp(join(tmpdir(), 'jerry-project-'));
  });
  afterEach(() => rm(project, { recursive: true }));

  it('makes .jerry with a .gitignore that hides all of it', async () => {
    const home = await prepareProject(project);
    expect(home).toBe(join(project, '.jerry'));
    expect((await stat(home)).isDirectory()).toBe(true);
    expect(await readFile(join(home, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it("leaves a person's own .gitignore alone", async () => {
    const home = await prepareProject(project);
    await writeFile(join(home, '.gitignore'), 'mine\n');
    await prepareProject(project);
    expect(await readFile(join(home, '.gitignore'), 'utf8')).toBe('mine\n');
  });

  it('says in one sentence what to do when the directory is missing, is a file, or cannot hold .jerry', async () => {
    const file = join(project, 'file');
    await writeFile(file, '');
    await writeFile(join(project, '.jerry'), '');
    const refusals = [prepareProject(join(project, 'missing')), prepareProject(file), prepareProject(project)];
    for (const refusal of await Promise.allSettled(refusals)) {
      const reason: unknown = refusal.status === 'rejected' ? refusal.reason : undefined;
      expect(reason).toBeInstanceOf(CannotStart);
      expect(String(reason)).toMatch(/^CannotStart: [^\n]*JERRY_PROJECT_DIR[^\n]*\.$/);
    }
  });
});
