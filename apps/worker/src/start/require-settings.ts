import { CannotStart, type Config } from '@app/platform';

export interface WorkerSettings {
  readonly apiUrl: string;
  readonly token: string;
  readonly redisUrl: string;
}

/** What a worker that has agents to serve cannot do without. Where API and worker start together, all of it is set for it. */
export function requireSettings({ apiUrl, workerToken, redisUrl }: Config): WorkerSettings {
  const missing = [
    ...(apiUrl === undefined ? ['JERRY_API_URL (where the API is)'] : []),
    ...(workerToken === undefined ? ['JERRY_WORKER_TOKEN (from "npm run token -- worker:local")'] : []),
    ...(redisUrl === undefined ? ['JERRY_REDIS_URL (the queue server of the API)'] : []),
  ];
  if (apiUrl === undefined || workerToken === undefined || redisUrl === undefined)
    throw new CannotStart(`A worker that starts on its own needs ${missing.join(' and ')}.`);
  return { apiUrl, token: workerToken, redisUrl };
}
