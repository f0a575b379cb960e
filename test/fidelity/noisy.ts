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

/**
 * The harder variant: between the steps of a task somebody notes what agents of other tasks really noted. The packets carry no next step and no
 * uncertainty, so every question keeps its answer; the answer just has more around it.
 */
export const withNoise = (task: FidelityTask, all: readonly FidelityTask[], seed: number): Step[] => {
  const noise = noiseOf(all.filter((other) => other.slug !== task.slug));
  let position = seed * STRIDE;
  const pick = <T>(list: readonly T[]): T => {
    position += STRIDE;
    return list[position % list.length] as T;
  };
  return task.steps.flatMap((step, index) => {
    const quiet = step.do !== 'handoff' || index < 2 || index >= task.steps.length - 2;
    if (quiet) return [step];
    const state_delta = {
      packet: {
        observed: [pick(noise.findings), pick(noise.findings)],
        failed_approaches: [pick(noise.failed)],
        not_done: [pick(noise.undone)],
      },
      warnings: [pick(noise.warnings)],
      decisions: [pick(noise.decisions)],
    };
    return [{ by: step.by, do: 'update', body: { state_delta } }, step];
  });
};
