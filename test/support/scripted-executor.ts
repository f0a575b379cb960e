import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Executor, Outcome, Work } from '@app/agents';

/** One run of an executor, as it stands in `runs.jsonl` of the project. */
export interface Run {
  readonly at: 'begin' | 'end';
  readonly effect_key: string;
  readonly claim_epoch: number;
  readonly agent: string;
  readonly pid: number;
}

const LOOK_EVERY_MS = 20;

/**
 * Does what its task's number says, by the handoff it gets and nothing else: every seventh task goes on once in planning, every tenth is
 * sent back once by testing. Writes a real file on the way, and a line per run. A task whose id stands in `hold/` is worked on until the
 * file there is gone; one that begins with `Deaf` does not listen to its signal meanwhile.
 */
export const scriptedExecutor = (project: string): Executor => ({
  run: async (work) => {
    const note = (at: Run['at']) => {
      const run: Run = { at, effect_key: work.effect_key, claim_epoch: work.claim.claim_epoch, agent: work.agent.name, pid: process.pid };
      appendFileSync(join(project, 'runs.jsonl'), `${JSON.stringify(run)}\n`);
    };
    note('begin');
    const deaf = work.task_id.startsWith('Deaf');
    await pause(delayMs(work.effect_key));
    while (existsSync(join(project, 'hold', work.task_id))) {
      if (!deaf) work.signal.throwIfAborted();
      await pause(LOOK_EVERY_MS);
    }
    const outcome = outcomeOf(work, project);
    note('end');
    return outcome;
  },
});

/** Looks random and is the same for every attempt. */
const delayMs = (effectKey: string): number => (createHash('sha256').update(effectKey).digest()[0] ?? 0) / 10;

function outcomeOf({ task_id, command }: Work, project: string): Outcome {
  const number = Number(/\d+$/.exec(task_id)?.[0] ?? 1);
  const packet = command?.state_delta.packet;
  switch (command?.phase ?? 'planning') {
    case 'planning':
      if (command === null && number % 7 === 0)
        return { handoff: { phase: 'planning', state_delta: { packet: { next_agent_should_first: 'Read the rest.' } } } };
      return {
        handoff: { phase: 'implementing', state_delta: { decisions: [{ decision: `Plan ${number}`, rationale: 'It is short.' }] } },
      };
    case 'implementing': {
      const round = command?.state_delta.feedback === undefined ? 1 : 2;
      const artifacts = [written(project, `src/${task_id}.ts`, `export const round = ${round};\n`)];
      return { handoff: { phase: 'testing', state_delta: { artifacts, packet: { attempted: 'All of it.', payload: { round } } } } };
    }
    case 'testing': {
      const passed = number % 10 !== 0 || packet?.payload?.round === 2;
      const checks = [{ name: 'unit', passed }];
      if (passed) return { handoff: { phase: 'reviewing', state_delta: { checks } } };
      return { handoff: { phase: 'implementing', state_delta: { checks, feedback: 'It fails on a leap day.' } } };
    }
    default:
      return { handoff: { phase: 'completed', state_delta: { warnings: ['Watch it for a week.'] } } };
  }
}

function written(project: string, path: string, text: string): { path: string; content_hash: string } {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
  return { path, content_hash: createHash('sha256').update(text).digest('hex') };
}
