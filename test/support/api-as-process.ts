import type { ApiPart } from './api-part.js';
import { partAsProcess } from './part-as-process.js';

/** The API as a process of its own, from the sources: it can be killed, paused and started again. */
export const apiAsProcess = async (
  env: Readonly<Record<string, string>>,
  hear: (text: string) => void,
  program = 'apps/api/src/main.ts',
): Promise<ApiPart> => {
  const { facts, stop, ...process } = await partAsProcess(program, env, hear);
  return { address: String(facts.address), stop, process };
};
