// Every part of a pattern is bounded, or nothing after it can fail: so each takes one walk over any text.
/** Where no word goes on; an escape (`\n` in two characters, `%3D`) is no word. */
const WORD = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))';
const token = (pattern: string) => new RegExp(`${WORD}${pattern}`, 'g');

const QUOTE = '\\\\{0,3}["\']?';
const NAMED = `${QUOTE}\\s{0,3}(?:=>|[:=]|\\s)\\s{0,3}${QUOTE}`;
/** What makes a secret of something plain: it stays, only what follows is taken. */
const after = (lead: string, secret: string) => new RegExp(`(?<lead>${lead})${secret}`, 'g');

const PEM_GAP = '(?:[\\s"\'+,>|#*]|\\\\{1,4}[nrt]){1,80}';
const PEM_HEADERS = '(?:[A-Za-z-]{3,20}: [^\\n\\\\]{1,120}(?:\\n|\\\\{1,4}n)\\s{0,4}){0,6}';
const PEM_END = '(?:[A-Za-z0-9+/=\\s"\',>|#*\\\\]{0,200}-----END [A-Z ]{0,40}-----)?';

interface Format {
  /** Of at least three characters each; one of them is in every match, so that most texts need not be looked through for the format at all. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
}
const format = (hints: string, pattern: RegExp): Format => ({ hints: hints.split(' '), pattern });

/** Account numbers in Base64 begin with two digits, and so with one of these. */
const DIGITS = ['M', 'N', 'O'].flatMap((a) => ['D', 'T', 'j', 'z'].flatMap((b) => [...'AEIMQUYcgk'].map((c) => `${a}${b}${c}`))).join(' ');

/** What known secrets look like, most specific first. Only the secret part of a match is taken, never what stands around it. */
export const SECRET_FORMATS = {
  'private-key': format(
    'PRIVATE',
    new RegExp(
      `-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----${PEM_GAP}${PEM_HEADERS}\\s{0,4}[A-Za-z0-9+/=]{16,}(?:${PEM_GAP}[A-Za-z0-9+/=]{16,})*${PEM_END}`,
      'g',
    ),
  ),
  'jerry-token': format('jerry_', token('jerry_[A-Za-z0-9_-]{32,64}')),
  'anthropic-key': format('sk-ant-', token('sk-ant-[A-Za-z0-9_-]{20,255}')),
  'openai-key': format('sk-', token('sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{32,64}(?![A-Za-z0-9_-]))')),
  'github-token': format(
    'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
    token('(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})'),
  ),
  'gitlab-token': format(
    'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat-',
    token('gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-[A-Za-z0-9_-]{20,255}'),
  ),
  'aws-key-id': format('AKIA ASIA ABIA ACCA', token('(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])')),
  'aws-secret': format(
    'ccess CCESS aws_secret_key AWS_SECRET_KEY ession SESSION',
    after(
      `(?:[Ss]ecret[ _-]?[Aa]ccess[ _-]?[Kk]ey|SECRET_ACCESS_KEY|aws_secret_key|AWS_SECRET_KEY|[Ss]ession[_-]?[Tt]oken|SESSION_TOKEN)${NAMED}`,
      '(?:[A-Za-z0-9/+]{40}|[A-Za-z0-9/+]{200,2048}={0,2})(?![A-Za-z0-9/+])',
    ),
  ),
  'google-key': format('AIza GOCSPX- ya29.', token('(?:AIza[A-Za-z0-9_-]{35}|GOCSPX-[A-Za-z0-9_-]{28}|ya29\\.[A-Za-z0-9_-]{20,1024})')),
  'azure-key': format(
    'AccountKey= SharedAccessKey= sig=',
    after('(?:AccountKey|SharedAccessKey|[?&]sig)=', '[A-Za-z0-9+/%]{40,100}={0,2}'),
  ),
  'azure-client-secret': format('7Q~ 8Q~', token('[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])')),
  'slack-token': format('xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', token('(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,255}')),
  'slack-webhook': format('hooks.slack.com', after('hooks\\.slack\\.com/(?:services|workflows|triggers)/', '[A-Za-z0-9/_-]{20,255}')),
  'discord-webhook': format('webhooks/', after('discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/', '\\d{5,25}/[A-Za-z0-9_-]{20,255}')),
  'discord-token': format(DIGITS, token('[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])')),
  'telegram-token': format(':AA', token('\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])')),
  'stripe-key': format('_live_ _test_ whsec_', token('(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,255}')),
  'npm-token': format('npm_', token('npm_[A-Za-z0-9]{36}')),
  'pypi-token': format('pypi-', token('pypi-AgE[A-Za-z0-9_-]{50,500}')),
  'rubygems-key': format('rubygems_', token('rubygems_[0-9a-f]{48}')),
  'docker-token': format('dckr_', token('dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}')),
  'huggingface-token': format('hf_', token('hf_[A-Za-z0-9]{30,64}')),
  'groq-key': format('gsk_', token('gsk_[A-Za-z0-9]{40,64}')),
  'xai-key': format('xai-', token('xai-[A-Za-z0-9]{60,100}')),
  'replicate-token': format('r8_', token('r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])')),
  'sendgrid-key': format('SG.', token('SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}')),
  'mailgun-key': format('key-', token('key-[0-9a-f]{32}(?![A-Za-z0-9])')),
  'mailchimp-key': format('-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9', token('[0-9a-f]{32}-us\\d{1,2}(?![A-Za-z0-9])')),
  'twilio-key': format(
    [...'0123456789abcdef'].flatMap((digit) => [`SK${digit}`, `AC${digit}`]).join(' '),
    token('(?:SK|AC)[0-9a-f]{32}(?![A-Za-z0-9])'),
  ),
  'heroku-key': format('HRKU-', token('HRKU-[A-Za-z0-9_-]{36,70}')),
  'heroku-key-of-old': format(
    'eroku HEROKU',
    after(
      `(?:[Hh]eroku|HEROKU)[ _-]?(?:[Aa]pi[ _-]?)?(?:API_)?(?:[Kk]ey|KEY)${NAMED}`,
      '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}',
    ),
  ),
  'digitalocean-token': format('_v1_', token('do[opr]_v1_[0-9a-f]{64}')),
  'shopify-token': format('shpat_ shpca_ shppa_ shpss_', token('shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}')),
  'atlassian-token': format('ATATT3', token('ATATT3[A-Za-z0-9_=-]{50,255}')),
  'linear-key': format('lin_', token('lin_(?:api|oauth)_[A-Za-z0-9]{32,64}')),
  'notion-token': format('ntn_', token('ntn_[A-Za-z0-9]{40,60}')),
  'grafana-token': format('glsa_', token('glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}')),
  'sentry-token': format('sntry', token('sntry[su]_[A-Za-z0-9+/=_]{40,255}')),
  'postman-key': format('PMAK-', token('PMAK-[0-9a-f]{24}-[0-9a-f]{34}')),
  'vault-token': format('hvs. hvb. hvr.', token('hv[sbr]\\.[A-Za-z0-9_-]{24,255}')),
  'databricks-token': format('dapi', token('dapi[0-9a-f]{32}(?:-\\d)?(?![A-Za-z0-9])')),
  'age-key': format('AGE-SECRET-KEY-', token('AGE-SECRET-KEY-1[A-Z0-9]{58}')),
  jwt: format('eyJ', token('eyJ[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{8,4096}\\.[A-Za-z0-9_-]{0,1024}')),
  'url-password': format('://', after('://[^\\s/:@]{0,64}:', '(?!\\[redacted:|<|\\$|\\{|\\*)[^\\s/@]{1,256}(?=@)')),
  authorization: format(
    'uthorization AUTHORIZATION',
    after(
      `(?:[Aa]uthorization|AUTHORIZATION)${QUOTE}\\s{0,4}[:=]\\s{0,4}${QUOTE}(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken)\\s{1,4}`,
      '[A-Za-z0-9._~+/-]{8,4096}={0,2}',
    ),
  ),
  'bearer-token': format(
    'earer BEARER',
    after('(?:[Bb]earer|BEARER)\\s{1,4}', '(?=(?:[A-Za-z._~+/-]{0,100}\\d){4})[A-Za-z0-9._~+/-]{24,4096}={0,2}'),
  ),
} as const satisfies Record<string, Format>;

export type SecretFormat = keyof typeof SECRET_FORMATS;
