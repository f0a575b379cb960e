import { createLogger, loadConfig } from '@app/platform';
import { startApi } from '../../apps/api/src/start-api.js';
import type { ApiPart } from './api-part.js';

/** The API within the process of the test: up in a moment, and what it logs is at hand. */
export const apiInProcess = async (env: Readonly<Record<string, string>>, hear: (text: string) => void): Promise<ApiPart> => {
  const config = loadConfig(env, '/');
  const part = await startApi(config, createLogger({ name: 'api', level: config.logLevel, write: hear }));
  return { address: String(part.facts.address), stop: () => part.stop() };
};
