import type { Environment } from './environment.js';

/** What a process was told at its start. Frozen: nothing changes it afterwards, nobody reads the environment beside it. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** Absolute path of the working copy the tasks are about. */
  readonly projectDir: string;
  /** Absolute path of what this service keeps for its user, outside of every project. */
  readonly stateDir: string;
  readonly logLevel: Environment['JERRY_LOG_LEVEL'];
  readonly process: Environment['JERRY_PROCESS'];
  readonly redisUrl?: string;
  readonly adminToken?: string;
  readonly apiUrl?: string;
  readonly workerToken?: string;
  /** Things worth a line on the start screen that keep nothing from starting, such as a misspelt variable. */
  readonly warnings: readonly string[];
}
