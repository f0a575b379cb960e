import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Config } from './config.js';
import { ConfigError } from './config-error.js';
import { Environment } from './environment.js';
import { nearestName } from './nearest-name.js';

const WORKER_NEEDS = {
  JERRY_API_URL: 'the address of the API it works for',
  JERRY_WORKER_TOKEN: 'the token of a worker principal of that API',
  JERRY_REDIS_URL: 'the queue server that API rings through',
};

type Variables = Readonly<Record<string, string | undefined>>;

const KNOWN_NAMES = Object.keys(Environment.shape);
/** What the start screen and gates ask people to set for their own calls, perhaps in the shell that the service is started from. */
const OF_CALLERS: readonly string[] = ['JERRY_TOKEN'];
const SECRET_NAMES: readonly string[] = ['JERRY_ADMIN_TOKEN', 'JERRY_WORKER_TOKEN', 'JERRY_REDIS_URL'];

/** Reads the environment once, at the edge. Throws one `ConfigError` that lists every bad variable. */
export function loadConfig(env: Variables, cwd: string): Config {
  // An empty variable is an unset one: `JERRY_PORT= npm start` is how a shell unsets it for one command.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  const missing = missingToAWorker(given);
  if (!parsed.success) throw new ConfigError([...parsed.error.issues.map((issue) => describe(issue, given)), ...missing]);
  if (missing.length > 0) throw new ConfigError(missing);
  const read = parsed.data;
  return Object.freeze({
    port: read.JERRY_PORT,
    host: read.JERRY_HOST,
    allowedHosts: Object.freeze(read.JERRY_ALLOWED_HOSTS),
    projectDir: resolve(cwd, read.JERRY_PROJECT_DIR ?? given.INIT_CWD ?? '.'),
    stateDir: stateDirOf(given),
    logLevel: read.JERRY_LOG_LEVEL,
    process: read.JERRY_PROCESS,
    ...(read.JERRY_REDIS_URL !== undefined && { redisUrl: read.JERRY_REDIS_URL }),
    ...(read.JERRY_ADMIN_TOKEN !== undefined && { adminToken: read.JERRY_ADMIN_TOKEN }),
    ...(read.JERRY_API_URL !== undefined && { apiUrl: read.JERRY_API_URL }),
    ...(read.JERRY_WORKER_TOKEN !== undefined && { workerToken: read.JERRY_WORKER_TOKEN }),
    warnings: Object.freeze(unknownNames(given)),
  });
}

/** Where the XDG base directory specification has it; by its words, a path that is not absolute counts as none. */
function stateDirOf({ XDG_STATE_HOME: given, HOME: home }: Variables): string {
  return join(given !== undefined && isAbsolute(given) ? given : join(home ?? homedir(), '.local/state'), 'jerry-handoff');
}

/** A worker by itself, perhaps on another machine, has nobody to tell it where the others are. */
function missingToAWorker(given: Variables): string[] {
  if (given.JERRY_PROCESS !== 'worker') return [];
  return Object.entries(WORKER_NEEDS).flatMap(([name, what]) =>
    given[name] === undefined ? [`${name} is needed by a worker by itself: ${what}`] : [],
  );
}

/** Never repeats a secret: start-up output ends in terminals, logs and bug reports. */
function describe(issue: z.core.$ZodIssue, given: Variables): string {
  const name = String(issue.path[0]);
  const value = SECRET_NAMES.includes(name) ? '' : ` (it is ${JSON.stringify(given[name])})`;
  return `${name} ${issue.message}${value}`;
}

function unknownNames(given: Variables): string[] {
  const unknown = Object.keys(given).filter((name) => name.startsWith('JERRY_') && ![...KNOWN_NAMES, ...OF_CALLERS].includes(name));
  return unknown.map((name) => {
    const nearest = nearestName(name, KNOWN_NAMES);
    return `${name} is not a variable of this service and is ignored${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
  });
}
