import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifecyclePage } from './docs/lifecycle-page.js';

const PAGE = join(__dirname, '../docs/lifecycle.md');

describe('docs/lifecycle.md', () => {
  it('shows the tables as they are', () => {
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, lifecyclePage());
    expect(readFileSync(PAGE, 'utf8')).toBe(lifecyclePage());
  });
});
