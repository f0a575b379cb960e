import { readFileSync } from 'node:fs';
import type { ClientEvent } from './client-event.js';

/** What a client wrote down. The last line may be torn where it was killed; any other that cannot be read is a mistake of the test. */
export const readClientLog = (file: string): ClientEvent[] => {
  const lines = readFileSync(file, 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as ClientEvent);
};
