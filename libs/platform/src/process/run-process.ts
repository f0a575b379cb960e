import type { Config } from '../config/config.js';
import { ConfigError } from '../config/config-error.js';
import { loadConfig } from '../config/load-config.js';
import { createLogger, type Logger } from '../logging/logger.js';
import { CannotStart } from './cannot-start.js';
import { EXIT_CODE } from './exit-code.js';

/** Below the ten seconds a whole stop may take, so that the supervisor rarely has to use force. */
const STOP_PATIENCE_MS = 8_000;

/** A part that is up: what it tells its supervisor (shown on the start screen), and how it is taken down. */
export interface RunningPart {
  readonly facts: Readonly<Record<string, string | number>>;
  stop(): Promise<void>;
  /** Settles, with the reason, if the part can do nothing useful any more and should be started anew. */
  readonly failed?: Promise<string>;
}

/**
 * The life of one process of the house: read the configuration, start, say so, run until asked to stop, stop.
 * Asked means SIGTERM, SIGINT, or the supervisor's channel closing because it died.
 */
export async function runProcess(name: string, start: (config: Config, logger: Logger) => Promise<RunningPart>): Promise<void> {
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
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop());

  try {
    const config = loadConfig(process.env, process.cwd());
    const logger = createLogger({ name, level: config.logLevel });
    part = await start(config, logger);
    process.send?.({ ready: part.facts });
    void part.failed?.then((reason) => {
      logger.error(`${reason} This process ends.`);
      void stop(EXIT_CODE.crashed);
    });
  } catch (error) {
    const forPeople = error instanceof CannotStart || error instanceof ConfigError;
    process.stderr.write(`${forPeople ? error.message : describeCrash(name, error)}\n`);
    process.exit(forPeople ? EXIT_CODE.refused : EXIT_CODE.crashed);
  }
}

function describeCrash(name: string, error: unknown): string {
  return `The ${name} process could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
