import type { FidelityTask, Step } from './fidelity-task.js';

interface Noise {
  readonly findings: unknown[];
  readonly warnings: string[];
  readonly decisions: { decision: string; rationale?: string }[];
  readonly failed: unknown[];
  readonly undone: unknown[];
}

type Delta = { packet?: Record<string, unknown[]>; warnings?: string[]; decisions?: { decision: string; rationale?: string }[] };

const noiseOf = (tasks: readonly FidelityTask[]): Noise => {
  const deltas = tasks.flatMap((task) => task.steps.map((step) => (step.body?.state_delta ?? {}) as Delta));
  return {
    findings: deltas.flatMap((delta) => delta.packet?.observed ?? []),
    warnings: deltas.flatMap((delta) => delta.warnings ?? []),
    decisions: deltas
      .flatMap((delta) => delta.decisions ?? [])
      .map(({ decision, rationale }) => ({ decision, ...(rationale ? { rationale } : {}) })),
    failed: deltas.flatMap((delta) => delta.packet?.failed_approaches ?? []),
    undone: deltas.flatMap((delta) => delta.packet?.not_done ?? []),
  };
};

const STRIDE = 37;

interface Loudness {
  /** Of decisions, failed approaches, things not done and warnings each; one finding more. */
  readonly items: number;
  /** So many steps at the beginning and at the end are left alone. */
  readonly quiet: number;
}

const HARDER: Loudness = { items: 1, quiet: 2 };
const FLOODED: Loudness = { items: 3, quiet: 1 };

const withNotes = (task: FidelityTask, all: readonly FidelityTask[], seed: number, { items, quiet }: Loudness): Step[] => {
  const noise = noiseOf(all.filter((other) => other.slug !== task.slug));
  let position = seed * STRIDE;
  const pick = <T>(list: readonly T[]): T => {
    position += STRIDE;
    return list[position % list.length] as T;
  };
  const some = <T>(list: readonly T[], many = items): T[] => Array.from({ length: many }, () => pick(list));
  return task.steps.flatMap((step, index) => {
    if (step.do !== 'handoff' || index < quiet || index >= task.steps.length - quiet) return [step];
    const state_delta = {
      packet: { observed: some(noise.findings, items + 1), failed_approaches: some(noise.failed), not_done: some(noise.undone) },
      warnings: some(noise.warnings),
      decisions: some(noise.decisions),
    };
    return [{ by: step.by, do: 'update', body: { state_delta } }, step];
  });
};

/**
 * The harder variant: between the steps of a task somebody notes what agents of other tasks really noted. The packets carry no next step and no
 * uncertainty, so every question keeps its answer; the answer just has more around it.
 */
export const withNoise = (task: FidelityTask, all: readonly FidelityTask[], seed: number): Step[] => withNotes(task, all, seed, HARDER);

/** The same for short tasks, where little lies between their first steps and their last: three times as much, nearly everywhere. */
export const flooded = (task: FidelityTask, all: readonly FidelityTask[], seed: number): Step[] => withNotes(task, all, seed, FLOODED);
