import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFile } from '../libs/platform/src/project/config-file.js';
import { configSchema } from '../libs/platform/src/project/config-schema.js';
import { contradictions } from '../libs/platform/src/project/contradictions.js';
import { configurationPage, EXAMPLE } from './docs/configuration-page.js';

const schemaText = () => `${JSON.stringify(configSchema(), null, 2)}\n`;

describe.each([
  ['docs/configuration.md', configurationPage],
  ['docs/config.schema.json', schemaText],
])('%s', (name, text) => {
  const path = join(__dirname, '..', name);

  it('says what the code says', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, text());
    expect(readFileSync(path, 'utf8')).toBe(text());
  });
});

it('the documented example can be used', () => {
  expect(ConfigFile.safeParse(EXAMPLE).error).toBeUndefined();
  expect(contradictions(EXAMPLE)).toEqual([]);
});
