import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '../apps/api/src/mcp/tool.js';
import { ToolHouse } from './support/tool-house.js';

const read = (path: string) => readFileSync(join(__dirname, '..', path), 'utf8');
const page = read('docs/mcp.md');

/** The table of the tools, read back: what each takes besides `max_tokens`. */
const documented = Object.fromEntries(
  [...page.matchAll(/^\| `(\w+)` \|.*\| ([^|]*) \|$/gm)].map(([, name = '', args = '']) => [name, args.match(/(?<=`)\w+(?=`)/g) ?? []]),
);

describe('docs/mcp.md', () => {
  let tools: readonly Tool[] = [];
  beforeAll(async () => {
    tools = (await ToolHouse.open()).toolbox.tools;
  });
  const propertyOf = (tool: string, name: string) => tools.find((one) => one.name === tool)?.read({ task_id: 'T1', [name]: undefined });

  it('has every tool with every argument, and none that is not there', () => {
    const taken = tools.map(({ name, schema }) => {
      const { max_tokens, ...others } = schema.properties as Record<string, unknown>;
      expect([name, max_tokens]).toEqual([name, { type: 'integer' }]);
      return [name, Object.keys(others).sort()];
    });
    const told = Object.entries(documented).map(([name, args]) => [name, args.filter((arg) => arg !== 'high').sort()]);
    expect(told).toEqual(taken);
  });

  it('tells the true bounds', () => {
    const refuses = (tool: string, args: object) => () => tools.find(({ name }) => name === tool)?.read({ task_id: 'T1', ...args });
    expect(page).toContain('(2,000 unless said otherwise, 800 to 50,000)');
    expect(propertyOf('look_up', 'max_tokens')?.maxTokens).toBe(2_000);
    for (const max_tokens of [800, 50_000]) expect(refuses('look_up', { max_tokens })).not.toThrow();
    for (const max_tokens of [799, 50_001]) expect(refuses('look_up', { max_tokens })).toThrow(/max_tokens/);
    expect(page).toContain('`wait_s` (20, at most 30)');
    expect(refuses('next_work', { wait_s: 30 })).not.toThrow();
    expect(refuses('next_work', { wait_s: 31 })).toThrow(/wait_s/);
  });
});

describe('the README', () => {
  it('connects Claude Code and Codex in one line each, as docs/mcp.md does', () => {
    const lines = read('README.md').split('\n');
    for (const command of ['claude mcp add --transport http', 'codex mcp add jerry --url']) {
      const [line, ...more] = lines.filter((one) => one.includes(command));
      expect([line, more]).toEqual([expect.any(String), []]);
      expect(page).toContain(`\n${line}\n`);
    }
  });
});
