import type { Surroundings } from '@app/agents/executors';
import { type Client, openClient } from '@app/client';
import { type Config, redactSecrets, traceCarrier } from '@app/platform';
import { openWorkspace, runProgram, type Workspace } from '@app/workspace';
import { requireSettings } from './require-settings.js';

type Environment = Surroundings['env'];

/** What the executors of this worker have around them. Client and working copy are opened when they are first needed: some need neither. */
export function openSurroundings(config: Config, env: Environment): Surroundings {
  let opened: Client | undefined;
  const client = (): Client => {
    const { apiUrl, token } = requireSettings(config);
    opened ??= openClient({ baseUrl: apiUrl, token, headers: traceCarrier });
    return opened;
  };
  let opening: Promise<Workspace> | undefined;
  const workspace = (): Promise<Workspace> => {
    opening ??= openWorkspace(config.projectDir);
    return opening;
  };
  return {
    projectDir: config.projectDir,
    env,
    runProgram,
    redact: (text) => redactSecrets(text).text,
    lookUp: (taskId, ask, signal) => client().lookUp(taskId, ask, { signal }),
    readText: async (path, maxBytes) => (await workspace()).readText(path, maxBytes),
    listFiles: async (folder, limit) => (await workspace()).listFiles(folder, limit),
  };
}
