import { realpathSync } from 'node:fs';
import { Failure } from '../command/failure.mjs';
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
  const apps = config.process === 'all' ? ['api', 'worker'] : [config.process];
  const house = new Supervisor(
    apps.map((name) => ({ name, args: argumentsOf(name) })),
    say,
  );
  stopOnSignals(house);
  stopWithParent(house);
  onOpen?.(house);
  const facts = await house.ready;
  if (facts !== undefined)
    process.stdout.write(startScreen({ facts, projectDir: config.projectDir, isOwnClone: isSame(config.projectDir, root), root }));
  return house.ended;
}

/** @param {Platform} platform */
function readConfig(platform) {
  try {
    const config = platform.loadConfig(process.env, process.cwd());
    for (const warning of config.warnings) say(warning);
    return config;
  } catch (error) {
    throw error instanceof platform.ConfigError ? new Failure(error.message) : error;
  }
}

/** @param {Supervisor} house */
function stopOnSignals(house) {
  let asked = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (asked && signal === 'SIGINT') return house.killNow();
      if (!asked) say('Stopping …');
      asked = true;
      house.stop();
    });
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

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
