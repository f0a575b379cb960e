import { createRoleRegistry } from '@app/agents';
import { ConfigFile } from './config-file.js';
import { didYouMean } from './config-problem.js';

type Raw = Readonly<Record<string, unknown>>;

/** What cannot be true at the same time, found also where other parts of the file are broken. */
export function contradictions(raw: Raw): string[] {
  return [...strangersInPhases(raw), ...checksNobodyRuns(raw)];
}

function strangersInPhases(raw: Raw): string[] {
  const agents = part(raw, 'agents');
  const phases = part(raw, 'phases');
  if (agents === undefined || phases === undefined) return [];
  const { roles, find } = createRoleRegistry(agents);
  return Object.entries(phases)
    .filter(([, agent]) => find(agent) === undefined)
    .map(([phase, agent]) => {
      const names = roles.map((role) => role.name);
      return `phases.${phase} names ${agent}, which is not among the agents; ${didYouMean(agent, names)}`;
    });
}

/** A report never satisfies a required check: without a command to run, no task could ever leave the phase. */
function checksNobodyRuns(raw: Raw): string[] {
  const exits = part(raw, 'phase_exit');
  const checks = part(raw, 'checks');
  if (exits === undefined || checks === undefined) return [];
  const names = Object.keys(checks);
  return Object.entries(exits).flatMap(([phase, { required_checks = [] }]) =>
    required_checks
      .filter((name) => !names.includes(name))
      .map((name) => {
        const remedy = names.length === 0 ? 'add it there with its command' : didYouMean(name, names);
        return `phase_exit.${phase}.required_checks names ${JSON.stringify(name)}, which is not among the checks, so no task could leave ${phase}; ${remedy}`;
      }),
  );
}

function part<Key extends keyof ConfigFile>(raw: Raw, key: Key): ConfigFile[Key] | undefined {
  const parsed = ConfigFile.shape[key].safeParse(raw[key]);
  return parsed.success ? (parsed.data as ConfigFile[Key]) : undefined;
}
