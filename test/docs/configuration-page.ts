import { createRoleRegistry } from '../../libs/agents/src/role-registry.js';
import { Environment } from '../../libs/platform/src/config/environment.js';
import { ConfigFile } from '../../libs/platform/src/project/config-file.js';
import { configSchema, type SchemaNode } from '../../libs/platform/src/project/config-schema.js';
import { schemaAt } from '../../libs/platform/src/project/schema-at.js';

interface Variable {
  readonly takes: string;
  readonly means: string;
}

const VARIABLES: Record<keyof Environment, Variable> = {
  JERRY_PORT: { takes: '0 to 65535', means: 'the port of the API; 0 = any free one' },
  JERRY_HOST: { takes: 'a host name or an IP address', means: 'the address it listens on' },
  JERRY_ALLOWED_HOSTS: {
    takes: 'hosts, with or without a port, between commas',
    means: 'further values of `Host` and `Origin` that are let in; `localhost`, `127.0.0.1` and `[::1]` always are',
  },
  JERRY_PROJECT_DIR: {
    takes: 'a directory',
    means: 'the working copy the tasks are about; `.jerry/` is made in it, hidden from its git. Unset: where the command was typed',
  },
  JERRY_REDIS_URL: { takes: '`redis://` or `rediss://`', means: 'the queue server to use. Unset: one of its own is started' },
  JERRY_ADMIN_TOKEN: {
    takes: '32 characters or more',
    means: 'a fixed token of `admin:local`. Unset: one is made at the first start and kept for this user, outside the project',
  },
  JERRY_LOG_LEVEL: { takes: 'error, warn, info, debug', means: 'how much is logged' },
  JERRY_PROCESS: { takes: 'all, api, worker', means: 'what this start brings up' },
  JERRY_API_URL: { takes: '`http://` or `https://`', means: 'where a `worker` on its own finds the API' },
  JERRY_WORKER_TOKEN: { takes: '32 characters or more', means: 'the token a `worker` on its own calls the API with' },
};

/** Of a record's entries: what their names stand for. */
const ENTRY_NAMES: Readonly<Record<string, string>> = { agents: '<agent>', phases: '<phase>', phase_exit: '<phase>', checks: '<check>' };

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** As a person would write it: on one line what fits there. */
const written = (value: unknown, indent = ''): string => {
  const flat = JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/\[ | \]/g, (edge) => edge.trim());
  if (indent !== '' && flat.length <= 110) return flat;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const entries = Object.entries(value as object).map(
    ([name, entry]) => `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${written(entry, inner)}`,
  );
  return `${open}\n${entries.join(',\n')}\n${indent}${close}`;
};

const json = (value: unknown): string => ['```json', written(value), '```'].join('\n');

const variableTable = (): string => {
  const defaults: Readonly<Record<string, unknown>> = Environment.parse({});
  const shown = (value: unknown) => (value === undefined || (Array.isArray(value) && value.length === 0) ? '' : String(value));
  return table(
    ['variable', 'takes', 'default', ''],
    Object.entries(VARIABLES).map(([name, { takes, means }]) => [`\`${name}\``, takes, shown(defaults[name]), means]),
  );
};

const span = ({ minimum, maximum, minItems, maxItems }: SchemaNode, kind: string): string => {
  const [least, most] = [minimum ?? minItems, maximum ?? maxItems];
  return least === undefined || most === undefined ? kind : `${least} to ${most}${kind === '' ? '' : ` ${kind}`}`;
};

const takes = (node: SchemaNode): string => {
  if (node.oneOf !== undefined) return `an object, by its kind: see [executors](#executors)`;
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.format === 'uri') return 'an address: `http://` or `https://`';
  if (node.type === 'number')
    return node.exclusiveMinimum === undefined ? span(node, '') : `more than ${node.exclusiveMinimum}, up to ${node.maximum}`;
  if (Array.isArray(node.enum)) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.type === 'boolean') return 'true, false';
  if (node.type === 'integer') return span(node, '');
  if (node.type !== 'array') return 'a text';
  return Array.isArray(node.items?.enum) ? `a list of ${takes(node.items)}` : span(node, 'texts').replace(/^texts$/, 'a list of texts');
};

const defaultOf = (node: SchemaNode, required: boolean): string => {
  if (required) return 'needed';
  return node.default === undefined ? '' : `\`${JSON.stringify(node.default)}\``;
};

const rowsOf = (node: SchemaNode, path: string, required = false): string[][] => {
  const head = [`\`${path}\``, node.description ?? ''];
  const below = node.additionalProperties;
  if (below !== undefined && below !== false) {
    const inner = `${path}.${ENTRY_NAMES[path] ?? '<name>'}`;
    const entries =
      below.properties === undefined ? [[`\`${inner}\``, takes(below), '', 'one of the agents']] : rowsOf(below, inner).slice(1);
    return [[head[0] ?? '', '', '', head[1] ?? ''], ...entries];
  }
  if (node.properties === undefined) return [[head[0] ?? '', takes(node), defaultOf(node, required), head[1] ?? '']];
  return [
    [head[0] ?? '', '', '', head[1] ?? ''],
    ...Object.entries(node.properties).flatMap(([key, inner]) => rowsOf(inner, `${path}.${key}`, node.required?.includes(key))),
  ];
};

/** Every kind of executor with its own entries. */
const executorTables = (): string =>
  (schemaAt(['agents', 'any', 'executor']).oneOf ?? [])
    .map(({ properties = {}, required = [] }) => {
      const rows = Object.entries(properties).flatMap(([key, node]) => rowsOf(node, key, required.includes(key)));
      return `### ${String(properties.kind?.const)}\n\n${table(['entry', 'takes', 'default', ''], rows)}`;
    })
    .join('\n\n');

const entryTable = (): string =>
  table(
    ['entry', 'takes', 'default', ''],
    Object.entries(configSchema().properties ?? {}).flatMap(([key, node]) => rowsOf(node, key)),
  );

/** The agents are those a project has without any entry. */
const defaults = (): unknown => {
  const { agents, ...rest } = ConfigFile.parse({});
  return { agents: Object.fromEntries(createRoleRegistry(agents).roles.map(({ name, executor }) => [name, { executor }])), ...rest };
};

export const EXAMPLE = {
  agents: {
    'security-review': {},
    'dev-engineer': { executor: { kind: 'command', preset: 'claude-code', args: ['--allowedTools', 'Bash(npm test:*)'] } },
    'dev-qa': { executor: { kind: 'command', command: ['node', 'tools/qa.mjs', '{input_file}'], timeout_s: 600 }, concurrency: 1 },
  },
  phases: { reviewing: 'security-review' },
  phase_exit: {
    testing: { no_open: ['blocker', 'high'], no_failing_checks: true, required_checks: ['unit'] },
    reviewing: { no_open: ['blocker'], verify_artifacts: true, human_approval: true },
  },
  checks: { unit: { command: ['npm', 'test'], timeout_s: 600, covers: ['src/**', 'test/**'] } },
  notify: { command: ['notify-send', '{event}', '{task_id}'] },
};

/** The page on both places where something can be set, drawn from the schemas that read them. */
export const configurationPage = (): string =>
  `${[
    '# Configuration',
    'Two places, read once at the start: variables of the environment say where and how this service runs, `.jerry/config.json` says by which rules the\ntasks of a project are worked on. Drawn from the schemas that read them; a test fails when this page differs.\nTo draw it again: `UPDATE_DOCS=1 npx jest test/docs-configuration.spec.ts`.',
    '## Variables of the environment',
    'Every bad one is named at the start, and nothing starts. An empty one counts as unset; one that begins with `JERRY_` and is not known is reported with\nthe name it resembles, and ignored.',
    variableTable(),
    '## .jerry/config.json',
    'Optional, and so is everything in it. Plain JSON. All mistakes are listed at once, each with its place and the name that was probably meant, and nothing\nstarts: an entry that is not known, a name given twice, a phase whose agent nobody is, a required check that no entry of `checks` says how to run.\nAn editor checks while you type if the file names [the schema](config.schema.json) by `$schema`.',
    entryTable(),
    '## Executors',
    'Who runs an agent: the entries of `agents.<agent>.executor`, by its `kind`. [Agents](agents.md) says what each does and needs.',
    executorTables(),
    '## Examples',
    'A further agent, two that this service runs, a stricter review that asks a person, and evidence from a test run:',
    json(EXAMPLE),
    'What holds without the file:',
    json(defaults()),
    '## Which rules a version was written under',
    'Every version in a task’s history carries `config_hash`: the first 16 hex digits of the SHA-256 of the whole configuration as it took effect, defaults\nfilled in, as canonical JSON. How the file is written makes no difference to it; every setting does. Changed rules hold for what is written from the next\nstart on. They never change what is in a history.',
  ].join('\n\n')}\n`;
