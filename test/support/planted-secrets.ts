import type { SecretFormat } from '../../libs/platform/src/secrets/secret-formats.js';

const letters = (count: number) => 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'.repeat(40).slice(0, count);
const hex = (count: number) => '0123456789abcdef'.repeat(8).slice(0, count);
const upper = (count: number) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(3).slice(0, count);
const glued = (...parts: string[]) => parts.join('');

const SECRETS: Record<SecretFormat, readonly string[]> = {
  'private-key': [
    glued('-----BEGIN RSA PRIVATE ', 'KEY-----\n', letters(64), '\n', letters(30), '==\n-----END RSA PRIVATE ', 'KEY-----'),
    glued('-----BEGIN PRIVATE ', 'KEY-----\\n', letters(64)),
    glued('-----BEGIN OPENSSH PRIVATE ', 'KEY-----\n', letters(64), '\n-----END OPENSSH PRIVATE ', 'KEY-----'),
  ],
  'jerry-token': [glued('jerry_', letters(43))],
  'anthropic-key': [glued('sk-', 'ant-api03-', letters(93))],
  'openai-key': [glued('sk-', 'proj-', letters(48)), glued('sk-', letters(48))],
  'github-token': [glued('ghp_', letters(36)), glued('github_', 'pat_', letters(82))],
  'gitlab-token': [glued('glpat-', letters(20))],
  'aws-key-id': [glued('AKIA', upper(16))],
  'aws-secret': [letters(40)],
  'google-key': [glued('AIza', letters(35)), glued('GOCSPX-', letters(28))],
  'azure-key': [glued(letters(86), '==')],
  'slack-token': [glued('xoxb-', '123456789012-', letters(24))],
  'slack-webhook': [glued('T00000000/B00000000/', letters(24))],
  'discord-webhook': [glued('123456789012345678/', letters(68))],
  'telegram-token': [glued('123456789:', 'AA', letters(33))],
  'stripe-key': [glued('sk_', 'live_', letters(24)), glued('whsec_', letters(32))],
  'npm-token': [glued('npm_', letters(36))],
  'pypi-token': [glued('pypi-', 'AgE', letters(150))],
  'huggingface-token': [glued('hf_', letters(34))],
  'sendgrid-key': [glued('SG.', letters(22), '.', letters(43))],
  'twilio-key': [glued('SK', hex(32))],
  'digitalocean-token': [glued('dop_', 'v1_', hex(64))],
  'shopify-token': [glued('shpat_', hex(32))],
  'vault-token': [glued('hvs.', letters(90))],
  'databricks-token': [glued('dapi', hex(32))],
  'age-key': [glued('AGE-SECRET-', 'KEY-1', upper(58))],
  'azure-client-secret': [glued('abC', '8Q~', letters(34))],
  'discord-token': [glued('MTAx', letters(20), '.', letters(6), '.', letters(38))],
  'rubygems-key': [glued('rubygems_', hex(48))],
  'docker-token': [glued('dckr_', 'pat_', letters(27))],
  'groq-key': [glued('gsk_', letters(52))],
  'xai-key': [glued('xai-', letters(80))],
  'replicate-token': [glued('r8_', letters(37))],
  'mailgun-key': [glued('key-', hex(32))],
  'mailchimp-key': [glued(hex(32), '-us14')],
  'heroku-key': [glued('HRKU-', letters(58))],
  'heroku-key-of-old': ['01234567-89ab-cdef-0123-456789abcdef'],
  'atlassian-token': [glued('ATATT3', letters(180))],
  'linear-key': [glued('lin_', 'api_', letters(40))],
  'notion-token': [glued('ntn_', letters(46))],
  'grafana-token': [glued('glsa_', letters(32), '_', hex(8))],
  'sentry-token': [glued('sntrys_', letters(120))],
  'postman-key': [glued('PMAK-', hex(24), '-', hex(34))],
  'bearer-token': [letters(40)],
  jwt: [glued('eyJ', letters(33), '.eyJ', letters(60), '.', letters(43))],
  'url-password': [letters(12), 'pass:wörd'],
  authorization: [letters(32), glued(letters(30), '==')],
};

/** Where a secret is known only by what stands before it. */
const LEADS: Partial<Record<SecretFormat, string>> = {
  'aws-secret': 'aws_secret_access_key = ',
  'heroku-key-of-old': 'HEROKU_API_KEY=',
  'bearer-token': '-H "X-Auth: Bearer ',
  'azure-key': 'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=',
  'slack-webhook': 'https://hooks.slack.com/services/',
  'discord-webhook': 'https://discord.com/api/webhooks/',
  'url-password': 'redis://user:',
  authorization: 'Authorization: Bearer ',
};
const TAILS: Partial<Record<SecretFormat, string>> = { 'url-password': '@10.0.0.7:6379/0' };

export interface PlantedSecret {
  readonly format: SecretFormat;
  /** What must be seen nowhere. */
  readonly secret: string;
  /** What makes it one, and may be seen. */
  readonly lead: string;
  readonly tail: string;
}

/** Made-up secrets, at least one of each format. Put together here, so that no file of the tree holds what looks like a real one. */
export const PLANTED_SECRETS: readonly PlantedSecret[] = Object.entries(SECRETS).flatMap(([name, secrets]) => {
  const format = name as SecretFormat;
  return secrets.map((secret) => ({ format, secret, lead: LEADS[format] ?? '', tail: TAILS[format] ?? '' }));
});
