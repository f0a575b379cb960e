import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '../libs/handoff/src/errors/error-codes.js';
import { METRICS } from '../libs/platform/src/metrics/metric-catalogue.js';
import { SPANS } from '../libs/platform/src/tracing/spanned.js';
import { inlineCode } from './docs/pages.js';

const page = readFileSync(join(__dirname, '../docs/operations.md'), 'utf8');

describe('docs/operations.md', () => {
  it('explains every figure of the service, with its labels, and none that is not there', () => {
    expect([...new Set(page.match(/\bjerry_\w+/g))].sort()).toEqual(Object.keys(METRICS).sort());
    for (const [name, { labels }] of Object.entries(METRICS)) {
      const row = page.split('\n').find((line) => line.startsWith('| `jerry_') && line.includes(`\`${name}\``));
      expect([name, row?.split('|')[2]?.trim()]).toEqual([name, labels.join(', ')]);
    }
  });

  it('names every span but the request, which goes by its route', () => {
    for (const name of Object.keys(SPANS).filter((name) => name !== 'http request')) expect(inlineCode(page)).toContain(name);
  });

  it('watches for error codes that there are', () => {
    const codes = [...page.matchAll(/code=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('\\|'));
    expect(codes.length).toBeGreaterThan(4);
    expect(codes.filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
  });
});
