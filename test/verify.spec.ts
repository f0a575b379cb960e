import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPlatformPackages } from '../scripts/set-up/platform-packages.mjs';
import { licenceProblems } from '../scripts/verify/licences.mjs';
import { lockfileProblems } from '../scripts/verify/lockfile.mjs';

describe('licences', () => {
  const problems = (license: unknown, dev = false) => licenceProblems([{ name: 'x@1.0.0', license, dev }]);

  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'GPL-2.0 OR MIT', 'Apache-2.0 AND MIT'])('accepts %s', (license) => {
    expect(problems(license)).toEqual([]);
  });

  it.each(['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE.txt', 'UNLICENSED', '', undefined, { type: 'MIT' }])(
    'refuses %j',
    (license) => {
      expect(problems(license)).toHaveLength(1);
    },
  );

  it('lets tools read data that the product may not carry', () => {
    expect([problems('CC-BY-4.0', true), problems('CC-BY-4.0', false)].map((found) => found.length)).toEqual([0, 1]);
  });
});

describe('lockfiles', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-x' };
  const lockfile = (changes: object) => ({ packages: { '': {}, 'node_modules/x': { ...entry, ...changes } } });

  it('accepts hashes without addresses, and exact pins', () => {
    const pins = { dependencies: { x: '1.0.0', y: 'npm:z@7.0.2', w: 'npm:@scope/w@1.2.3-rc.1' } };
    expect(lockfileProblems(lockfile({}), pins)).toEqual([]);
  });

  it('wants a binary for every system a package offers one for, with a hash at least for the one we test on', () => {
    const offering = { ...entry, optionalDependencies: { '@x/linux-x64-gnu': '1.0.0', '@x/darwin-arm64': '1.0.0', fsevents: '2.3.3' } };
    const packages = {
      'node_modules/x': offering,
      'node_modules/@x/linux-x64-gnu': { ...entry, optional: true, os: ['linux'], cpu: ['x64'] },
    };
    expect(lockfileProblems({ packages }, {})).toEqual(['node_modules/@x/darwin-arm64 is missing: npm run lock']);
    const whole: ReturnType<typeof missingPlatformPackages> = { ...missingPlatformPackages(packages), ...packages };
    expect(whole['node_modules/@x/darwin-arm64']).toEqual({ version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] });
    expect(lockfileProblems({ packages: whole }, {})).toEqual([]);
    const unchecked = { ...whole, 'node_modules/@x/linux-x64-gnu': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] } };
    expect(lockfileProblems({ packages: unchecked }, {})).toEqual(['node_modules/@x/linux-x64-gnu has no hash']);
  });

  it.each([
    ['an address', { resolved: 'https://registry.example/x.tgz' }, {}, 'node_modules/x names the address it is downloaded from'],
    ['no hash', { integrity: undefined }, {}, 'node_modules/x has no hash'],
    ['a range', {}, { devDependencies: { x: '^1.0.0' } }, 'x is not pinned exactly (^1.0.0)'],
    ['a tag', {}, { dependencies: { x: 'latest' } }, 'x is not pinned exactly (latest)'],
  ])('refuses %s', (_what, changes, manifest, problem) => {
    expect(lockfileProblems(lockfile(changes), manifest)).toEqual([problem]);
  });
});

describe('the order of the tests', () => {
  it('begins with suites that are there', () => {
    const root = join(__dirname, '..');
    const named = readFileSync(join(root, 'scripts/slowest-first.cjs'), 'utf8').match(/[\w./-]+\.spec\.ts/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
