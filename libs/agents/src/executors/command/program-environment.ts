import type { Work } from '../../work.js';
import type { Places } from './filled-in.js';

/** What programs need to run at all, and what holds no secret. Everything else is passed on only by name. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'TERM',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
] as const;

type About = Pick<Work, 'task_id' | 'phase' | 'agent' | 'effect_key' | 'claim'>;

/** The environment of a program: by an allow-list, so that a secret which nobody thought of does not go along. */
export function programEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  further: readonly string[],
  work: About,
  places: Places,
): Record<string, string> {
  const passedOn = [...PASSED_ON, ...further].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passedOn),
    JERRY_TASK_ID: work.task_id,
    JERRY_PHASE: work.phase,
    JERRY_AGENT: work.agent.name,
    JERRY_EFFECT_KEY: work.effect_key,
    JERRY_CLAIM_EPOCH: String(work.claim.claim_epoch),
    JERRY_INPUT_FILE: places.input_file,
    JERRY_PROMPT_FILE: places.prompt_file,
    JERRY_OUTCOME_FILE: places.outcome_file,
    JERRY_WORK_DIR: places.work_dir,
  };
}
