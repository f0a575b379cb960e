import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARK } from './deltas.js';

/** What a caller was told: this text is in this version of this task. */
export interface Acknowledged {
  readonly task: string;
  readonly version: number;
  readonly mark: string;
}

interface Found {
  readonly task: string;
  readonly version: number;
}

const marksIn = (directory: string): { found: Map<string, Found[]>; lineBytes: number[] } => {
  const found = new Map<string, Found[]>();
  const lineBytes: number[] = [];
  for (const file of readdirSync(join(directory, 'history'))) {
    const task = file.replace(/\.jsonl$/, '');
    let head = 0;
    for (const line of readFileSync(join(directory, 'history', file), 'utf8').split('\n')) {
      if (line === '') continue;
      const { version } = JSON.parse(line) as { version: number };
      if (version !== ++head) throw new Error(`${file}: version ${version} stands where ${head} belongs`);
      lineBytes.push(Buffer.byteLength(line) + 2);
      for (const mark of new Set(line.match(MARK))) found.set(mark, [...(found.get(mark) ?? []), { task, version }]);
    }
  }
  return { found, lineBytes };
};

/** Reads the log files themselves, without any code of the product. Throws unless each acknowledged text stands where it was said to be, and nowhere else. */
export const checkDelivery = (directory: string, acknowledged: readonly Acknowledged[]): number => {
  const { found } = marksIn(directory);
  for (const { task, version, mark } of acknowledged) {
    const places = found.get(mark) ?? [];
    const [place] = places;
    if (places.length !== 1 || place?.task !== task || place.version !== version)
      throw new Error(`${mark} was acknowledged as version ${version} of ${task} and stands in ${JSON.stringify(places)}`);
  }
  return acknowledged.length;
};

/** How long the lines of the newest versions are, as bytes written. */
export const lineSizes = (directory: string, most: number): number[] => marksIn(directory).lineBytes.slice(-most);
