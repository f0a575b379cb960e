import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigFile } from '../libs/platform/src/project/config-file.js';

const page = readFileSync(join(__dirname, '../docs/models.md'), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text ?? ''));

describe('docs/models.md', () => {
  it('has an example for each API, and each can be used', () => {
    expect(examples.map(({ agents }) => agents['dev-reviewer'].executor.api).sort()).toEqual(['anthropic', 'openai']);
    expect(examples.map((example) => ConfigFile.safeParse(example).error)).toEqual([undefined, undefined]);
  });

  it('names the defaults there are', () => {
    const { executor } = ConfigFile.parse({ agents: { a: { executor: { kind: 'model', api: 'openai', model: 'm' } } } }).agents?.a ?? {};
    if (executor?.kind !== 'model') throw new Error('no model');
    const { max_output_tokens, max_context_tokens, timeout_s, budget } = executor;
    const named = Object.entries({ max_output_tokens, max_context_tokens, timeout_s, 'budget.max_tokens': budget.max_tokens });
    expect(named.filter(([entry, value]) => !page.includes(`| \`${entry}\` | ${value} |`))).toEqual([]);
  });
});
