import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactSecrets } from '@app/platform';
import { PLANTED_SECRETS } from '../../../../test/support/planted-secrets.js';
import { SECRET_FORMATS } from './secret-formats.js';

const letters = (count: number) => 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'.repeat(40).slice(0, count);

describe('redactSecrets', () => {
  it.each(PLANTED_SECRETS)('takes out a secret of the format $format, wherever it stands', ({ format, secret, lead, tail }) => {
    for (const [before = '', after = ''] of [
      ['', ''],
      ['the key is ', ', do not lose it'],
      ['{"k":"', '"}'],
      ['line\n', '\nline'],
      ['ключ=', ' '],
      ['one line\\n', '\\nin an escaped log'],
      ['?next=a%3D', '%26b'],
    ]) {
      const { text, formats } = redactSecrets(`${before}${lead}${secret}${tail}${after}`);
      expect(text).not.toContain(secret);
      expect(formats).toEqual([format]);
      expect(text.startsWith(`${before}${lead}[redacted:${format}]`)).toBe(true);
      if (!secret.includes('\\n') && !after.startsWith('%') && !after.startsWith('\\n'))
        expect(text).toBe(`${before}${lead}[redacted:${format}]${tail}${after}`);
    }
  });

  it('has an example of every format', () =>
    expect([...new Set(PLANTED_SECRETS.map(({ format }) => format))].sort()).toEqual(Object.keys(SECRET_FORMATS).sort()));

  it.each([
    'Send a token: Authorization: Bearer <token>.',
    'Basic authentication-middleware-with-http2, a bearer acknowledgement/and/more',
    'basic understanding of the module is required',
    'sk-learn-pipelines-for-tabular-data-sets and scikit-learn; task-management-of-large-projects-in-teams',
    'see https://example.org/a:b and git@host.example:path, redis://localhost:6379',
    'SHA-256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'src/AKIA/index.ts, hf_model, npm_config_prefix, SG.x.y',
    '-----BEGIN CERTIFICATE-----',
    'commit 356a192b7913b04c54574d18c28d46e6395428ab of 01234567-89ab-cdef-0123-456789abcdef, tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'integrity sha512-Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FycGx5d2FsZG9mcmVkcGx1Z2h4eXp6eXRodWRGb29iYXJiYXpxdXg==',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'Bearer authentication of the api-gateway-service-for-internal-consumers/v2 is missing',
    'the secret access key is read from the environment; the session token: optional',
    'JTI MDAwMDAw.notes.MTIz, e.g. OTAxMjM0.x.y and NDIgYW5zd2Vycw==',
    'see https://example.org:8443/@scope/pkg, ssh://git@host:22/x, http://localhost:3000/a@b',
    'pk_live_is_public_anyway, sk_test_ and whsec_ prefixes; key-value-store; dapi; shpat_',
    'E = mc2 :AA batteries 12345678:AAA, eyJ starts a JWT, SK1f and AC2e',
    'npm_config_user_agent npm_lifecycle_event npm_package_json hf_hub_download gsk_ lin_reg r8_g8_b8',
    'aws s3 cp secret-santa.txt s3://bucket/some/folder',
  ])('leaves %j alone', (text) => expect(redactSecrets(text)).toEqual({ text, formats: [] }));

  it('finds nothing in what it has written', () => {
    const all = PLANTED_SECRETS.map(({ lead, secret, tail }) => `${lead}${secret}${tail}`).join('\n');
    const { text } = redactSecrets(all);
    expect(redactSecrets(text)).toEqual({ text, formats: [] });
  });

  it('leaves what everybody may write where a secret would stand', () => {
    for (const text of ['https://user:<password>@host', 'https://$USER:$PASS@host', 'ftp://me:***@host', 'redis://:{{password}}@host'])
      expect(redactSecrets(text).text).toBe(text);
  });

  it('takes a whole key out of what quotes it, and of what has lost its end', () => {
    const [begin, end] = ['-----BEGIN RSA PRIVATE ' + 'KEY-----', '-----END RSA PRIVATE ' + 'KEY-----'];
    const lines = [letters(64), letters(64), 'AbC=='];
    const headers = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123\n\n';
    for (const text of [
      `${begin}\n${lines.join('\n')}\n${end}`,
      `${begin}\r\n${lines.join('\r\n')}\r\n${end}`,
      `${begin}\n${headers}${lines.join('\n')}\n${end}`,
      `${begin}\\n${lines.join('\\n')}\\n${end}`,
      `${begin}\\\\n${lines.join('\\\\n')}\\\\n${end}`,
      `> ${begin}\n> ${lines.join('\n> ')}\n> ${end}`,
      `'${begin}\\n' +\n  '${lines.join("\\n' +\n  '")}\\n' +\n '${end}`,
    ])
      expect(redactSecrets(`It says ${text}, see above.`).text).toMatch(/^It says (> |')?\[redacted:private-key\], see above\.$/);
    expect(redactSecrets(`${begin}\n${letters(64)}\n${letters(30)}`).text).toBe('[redacted:private-key]');
    const mention = `A file that starts with ${begin} is a key; the parser trips over it, and everything after it is prose.`;
    expect(redactSecrets(mention).text).toBe(mention);
  });

  it('finds nothing in this repository: its sources, its pages, and its tasks of every kind', () => {
    const clone = join(__dirname, '../../../..');
    const listed = ['apps', 'libs', 'docs', 'test', 'scripts'].flatMap((folder) =>
      readdirSync(join(clone, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    );
    const files = listed.filter((file) => /\.(ts|mjs|cjs|md|json|jsonl|yml)$/.test(file) && !file.endsWith('redact-secrets.spec.ts'));
    expect(files.length).toBeGreaterThan(400);
    const found = files.flatMap((file) => {
      const text = readFileSync(join(clone, file), 'utf8');
      return redactSecrets(text).formats.map((format) => `${file}: ${format}`);
    });
    expect(found).toEqual([]);
  });

  it('gets through hostile text of the largest size', () => {
    const seeds = [
      'eyJ-',
      'eyJ.',
      '://a:',
      'aws secret ',
      'bearer ',
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN ',
      '1',
      'sk-',
      'SG.',
      'xoxb-',
      'AccountKey=',
      'A',
      '+',
      'eyJaaaaaaaaa.',
      'bearer 1a',
      'SecretAccessKey ',
      '7Q~',
      '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAA ',
      'MDA',
      '://',
      '\\n',
    ];
    for (const seed of seeds) {
      // A quarter of a megabyte, as the largest body. A pattern that starts over at every place would take minutes.
      expect(() => redactSecrets(seed.repeat(Math.ceil(262_144 / seed.length)))).not.toThrow();
    }
  });
});
