import { type ProcessPart, partAsProcess } from './part-as-process.js';

interface Wanted {
  /** Where it looks for programs; without it there is only the embedded server. */
  readonly path?: string;
  /** As the supervisor starts it when it died. */
  readonly again?: boolean;
  readonly hear?: (text: string) => void;
}

/** The project's own queue server, as a process that can be killed, paused and started again. */
export const queueAsProcess = (
  project: string,
  { path = '/nowhere', again = false, hear = () => undefined }: Wanted = {},
): Promise<ProcessPart> =>
  partAsProcess('apps/queue/src/main.ts', { PATH: path, JERRY_PROJECT_DIR: project }, hear, ...(again ? ['--again'] : []));
