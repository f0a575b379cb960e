import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECIDE_MUTANTS } from './teeth/decide-mutants.mjs';
import { QUEUE_MUTANTS } from './teeth/queue-mutants.mjs';
import { STORE_MUTANTS } from './teeth/store-mutants.mjs';
import { WORKER_MUTANTS } from './teeth/worker-mutants.mjs';

const ROOT = join(__dirname, '..');
const MUTANTS = [...STORE_MUTANTS, ...DECIDE_MUTANTS, ...QUEUE_MUTANTS, ...WORKER_MUTANTS];

// `npm run teeth` takes too long for every day; what it writes its bugs into changes every day.
describe('the bugs that npm run teeth writes', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))('%s: has its place, and specs that are there', (_, mutant) => {
    expect(readFileSync(join(ROOT, mutant.file), 'utf8').split(mutant.find)).toHaveLength(2);
    expect(mutant.replace).not.toBe(mutant.find);
    expect(mutant.specs.filter((spec) => !existsSync(join(ROOT, spec)))).toEqual([]);
  });
});
