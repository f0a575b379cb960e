import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Config } from './config.js';
import { ConfigError } from './config-error.js';
import { Environment } from './environment.js';
import { nearestName } from './nearest-name.js';

type Variables = Readonly<Record<string, string | undefined>>;

const KNOWN_NAMES = Object.keys(Environment.shape);
const SECRET_NAMES: readonly string[] = ['JERRY_ADMIN_TOKEN', 'JERRY_WORKER_TOKEN', 'JERRY_REDIS_URL'];

/** Reads the environment once, at the edge. Throws one `ConfigError` that lists every bad variable. */
export function loadConfig(env: Variables, cwd: string): Config {
  // An empty variable is an unset one: `JERRY_PORT= npm start` is how a shell unsets it for one command.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => describe(issue, given)));
  const read = parsed.data;
  return Object.freeze({
    port: read.JERRY_PORT,
    host: read.JERRY_HOST,
    allowedHosts: Object.freeze(read.JERRY_ALLOWED_HOSTS),
    projectDir: resolve(cwd, read.JERRY_PROJECT_DIR ?? given.INIT_CWD ?? '.'),
    logLevel: read.JERRY_LOG_LEVEL,
    process: read.JERRY_PROCESS,
    ...(read.JERRY_REDIS_URL !== undefined && { redisUrl: read.JERRY_REDIS_URL }),
    ...(read.JERRY_ADMIN_TOKEN !== undefined && { adminToken: read.JERRY_ADMIN_TOKEN }),
    ...(read.JERRY_API_URL !== undefined && { apiUrl: read.JERRY_API_URL }),
    ...(read.JERRY_WORKER_TOKEN !== undefined && { workerToken: read.JERRY_WORKER_TOKEN }),
    warnings: Object.freeze(unknownNames(given)),
  });
}

/** Never repeats a secret: start-up output ends in terminals, logs and bug reports. */
function describe(issue: z.core.$ZodIssue, given: Variables): string {
  const name = String(issue.path[0]);
  const value = SECRET_NAMES.includes(name) ? '' : ` (it is ${JSON.stringify(given[name])})`;
  return `${name} ${issue.message}${value}`;
}

function unknownNames(given: Variables): string[] {
  const unknown = Object.keys(given).filter((name) => name.startsWith('JERRY_') && !KNOWN_NAMES.includes(name));
  return unknown.map((name) => {
    const nearest = nearestName(name, KNOWN_NAMES);
    return `${name} is not a variable of this service and is ignored${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
  });
}
