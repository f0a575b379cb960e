import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Surroundings } from '@app/agents/executors';
import { redactSecrets } from '@app/platform';

/** A directory as executors see it: real files, links followed only as long as they stay inside. Programs are not run. */
export function surroundingsOnDisk(projectDir: string, more: Partial<Surroundings> = {}): Surroundings {
  return {
    projectDir,
    env: {},
    redact: (text) => redactSecrets(text).text,
    runProgram: () => Promise.reject(new Error('No program is run here.')),
    lookUp: async (_taskId, { handle }) => Promise.reject(new Error(`There is no ${handle}.`)),
    readText: async (path, maxBytes) => {
      try {
        const root = await realpath(projectDir);
        const real = await realpath(join(root, path));
        if (!real.startsWith(root + sep)) return null;
        const bytes = await readFile(real);
        return { text: bytes.subarray(0, maxBytes).toString('utf8'), truncated: bytes.length > maxBytes };
      } catch {
        return null;
      }
    },
    listFiles: async (folder, limit) => {
      const entries = await readdir(join(projectDir, folder ?? ''), { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => relative(projectDir, join(entry.parentPath, entry.name)));
      return files
        .filter((path) => !path.startsWith('.'))
        .sort()
        .slice(0, limit);
    },
    ...more,
  };
}
