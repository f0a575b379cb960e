import type { Config } from '../config/config.js';
import { ConfigError } from '../config/config-error.js';
import { loadConfig } from '../config/load-config.js';
import { createLogger } from '../logging/create-logger.js';
import type { Logger } from '../logging/logger.js';
import { redactSecrets } from '../secrets/redact-secrets.js';
import { CannotStart } from './cannot-start.js';
import { EXIT_CODE } from './exit-code.js';
import { systemRefusal } from './system-refusal.js';

/** Below the ten seconds a whole stop may take, so that the supervisor rarely has to use force. */
const STOP_PATIENCE_MS = 8_000;

/** The argument by which a supervisor tells a part that it was up before. */
const AGAIN = '--again';

/** A part that is up: what it tells its supervisor (shown on the start screen), and how it is taken down. */
export interface RunningPart {
  readonly facts: Readonly<Record<string, string | number>>;
  stop(): Promise<void>;
  /** Settles, with the reason, if the part can do nothing useful any more and should be started anew. */
  readonly failed?: Promise<string>;
}

/** What a part cannot know by itself. */
export interface StartedAs {
  /** It was up before, and others that depend on it still are. */
  readonly again: boolean;
}

type Start = (config: Config, logger: Logger, as: StartedAs) => Promise<RunningPart>;

/**
 * The life of one process of the house: read the configuration, start, say so, run until asked to stop, stop.
 * Asked means SIGTERM, SIGINT where there is no supervisor, or the supervisor's channel closing because it died.
 */
export async function runProcess(name: string, start: Start): Promise<void> {
  let part: RunningPart | undefined;
  let stopping = false;
  // Nothing else may be holding the event loop: a process that waits for work is alive all the same.
  const alive = setInterval(() => undefined, 60_000);

  const stop = async (exitCode: number = EXIT_CODE.stopped) => {
    if (stopping) return;
    stopping = true;
    clearInterval(alive);
    setTimeout(() => process.exit(EXIT_CODE.crashed), STOP_PATIENCE_MS).unref();
    // Before it is up nothing was promised to anybody: leaving at once loses nothing.
    await part?.stop();
    process.exit(exitCode);
  };
  const supervised = process.send !== undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
    // Ctrl-C reaches the whole group at once; the supervisor asks its parts one after the other.
    process.on(signal, () => (supervised && signal === 'SIGINT' ? undefined : void stop()));
  }

  try {
    const config = loadConfig(process.env, process.cwd());
    const logger = createLogger({ name, level: config.logLevel, secrets: secretsIn(config) });
    part = await start(config, logger, { again: process.argv.includes(AGAIN) });
    process.send?.({ ready: part.facts });
    void part.failed?.then((reason) => {
      if (!stopping) logger.error(`${reason} This process ends.`);
      void stop(EXIT_CODE.crashed);
    });
  } catch (error) {
    const refusal = error instanceof CannotStart || error instanceof ConfigError ? error : systemRefusal(error);
    process.stderr.write(`${redactSecrets(refusal?.message ?? describeCrash(name, error)).text}\n`);
    process.exit(refusal === undefined ? EXIT_CODE.crashed : EXIT_CODE.refused);
  }
}

function secretsIn({ adminToken = '', workerToken = '', redisUrl }: Config): string[] {
  return [adminToken, workerToken, redisUrl === undefined ? '' : decodeURIComponent(new URL(redisUrl).password)];
}

function describeCrash(name: string, error: unknown): string {
  return `The ${name} process could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
