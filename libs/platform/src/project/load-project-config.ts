import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRoleRegistry } from '@app/agents';
import { canonicalJson, Rules } from '@app/handoff';
import { CannotStart } from '../process/cannot-start.js';
import { ConfigFile } from './config-file.js';
import { describeIssue } from './config-problem.js';
import { contradictions } from './contradictions.js';
import type { ProjectConfig } from './project-config.js';
import { JsonTextError, readJson } from './read-json.js';

/** Reads `config.json` of a `.jerry` directory; without one everything is as by default. Refuses with all its mistakes at once. */
export async function loadProjectConfig(home: string): Promise<ProjectConfig> {
  const path = join(home, 'config.json');
  const text = await readOptional(path);
  return projectConfig(text === null ? ConfigFile.parse({}) : parse(text, path));
}

async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT') return null;
    throw new CannotStart(`${path} cannot be read (${code}): make it a file that this user may read, or remove it.`, { cause: error });
  }
}

function parse(text: string, path: string): ConfigFile {
  const raw = readOrRefuse(text, path);
  const parsed = ConfigFile.safeParse(raw, { reportInput: true });
  const asObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? (raw as Record<string, unknown>) : {};
  const problems = [...(parsed.error?.issues ?? []).flatMap(describeIssue), ...contradictions(asObject)];
  if (parsed.success && problems.length === 0) return parsed.data;
  const count = problems.length === 1 ? 'An entry' : `${problems.length} entries`;
  throw new CannotStart(`${count} in ${path} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

function readOrRefuse(text: string, path: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) throw new CannotStart(`${path} is not JSON: ${error.message}.`, { cause: error });
    throw error;
  }
}

function projectConfig({ $schema: _, ...file }: ConfigFile): ProjectConfig {
  const roles = createRoleRegistry(file.agents);
  const { phases, phase_exit, attempts, lease_s, gates } = file;
  const agents = roles.roles.map((role) => role.name);
  const effective = { ...file, agents: Object.fromEntries(roles.roles.map((role) => [role.name, role.executor])) };
  return frozen({
    rules: Rules.parse({ agents, phases, phase_exit, attempts, lease_s, allow_own_work: gates.allow_own_work }),
    roles,
    checks: file.checks,
    summaryTokens: file.summary.max_tokens,
    ...(file.notify !== undefined && { notify: file.notify }),
    limits: file.limits,
    hash: createHash('sha256').update(canonicalJson(effective)).digest('hex').slice(0, 16),
  });
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
