import { realpathSync } from 'node:fs';
import { Failure } from '../command/failure.mjs';
import { onStopSignals } from '../command/on-stop-signals.mjs';
import { root } from '../command/root.mjs';
import { startScreen } from './start-screen.mjs';
import { Supervisor } from './supervisor.mjs';

const ORPHAN_CHECK_MS = 1_000;

/**
 * @typedef {typeof import('../../libs/platform/src/index.js')} Platform
 * @param {{ platform: Platform, argumentsOf: (app: string) => string[], onOpen?: (house: Supervisor) => void }} options
 * @returns {Promise<number>} the exit code, once everything has stopped
 */
export async function openHouse({ platform, argumentsOf, onOpen }) {
  const config = readConfig(platform);
  const logger = platform.createLogger({ name: 'start', level: config.logLevel });
  for (const warning of config.warnings) logger.warn(warning);
  const house = new Supervisor(
    partsOf(config).map((name) => ({ name, args: argumentsOf(name) })),
    (line) => logger.warn(line),
  );
  onStopSignals({
    stop: () => {
      logger.info('Stopping …');
      house.stop();
    },
    stopNow: () => house.killNow(),
  });
  stopWithParent(house);
  onOpen?.(house);
  const facts = await house.ready;
  if (facts !== undefined)
    process.stdout.write(
      startScreen({
        facts: { ...facts, ...queueFact(config) },
        projectDir: config.projectDir,
        isOwnClone: isSame(config.projectDir, root),
        root,
      }),
    );
  return house.ended;
}

/** In the order they need each other. The service brings a queue server of its own unless it is told of one. @param {ReturnType<Platform['loadConfig']>} config */
function partsOf(config) {
  if (config.process === 'worker') return ['worker'];
  return [...(config.redisUrl === undefined ? ['queue'] : []), 'api', ...(config.process === 'all' ? ['worker'] : [])];
}

/** One that was given, without what is secret in its address. @param {ReturnType<Platform['loadConfig']>} config @returns {Record<string, string>} */
function queueFact({ redisUrl }) {
  return redisUrl === undefined ? {} : { queue: `${new URL(redisUrl).host}  (JERRY_REDIS_URL)` };
}

/** @param {Platform} platform */
function readConfig(platform) {
  try {
    return platform.loadConfig(process.env, process.cwd());
  } catch (error) {
    throw error instanceof platform.ConfigError ? new Failure(error.message) : error;
  }
}

/** An npm that was killed outright tells nobody; without it the service would go on unseen and keep its port. @param {Supervisor} house */
function stopWithParent(house) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) house.stop();
  }, ORPHAN_CHECK_MS).unref();
}

/** @param {string} a @param {string} b */
function isSame(a, b) {
  return realpathSync(a) === realpathSync(b);
}
