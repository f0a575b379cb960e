import type { Operation } from './operation.js';
import type { Violation } from './violation.js';

interface Mark {
  readonly version: number;
  readonly op: string;
}

const NOTHING: Mark = { version: 0, op: '' };
const higher = (mark: Mark, version: number, op: string): Mark => (version > mark.version ? { version, op } : mark);

/**
 * Against real time, in one pass: what begins after an answer has to come after it (a read may show the same version), and no read shows
 * a version that nobody had begun to write before it answered. `versionOf` knows commits that had no answer and were carried out.
 */
export const checkOrder = (
  task: string,
  operations: readonly Operation[],
  versionOf: (operation: Operation) => number | undefined,
): Violation[] => {
  const found: Violation[] = [];
  const points = operations.flatMap((operation) => [
    { at: operation.invokedAt, begins: true, operation },
    { at: operation.endedAt, begins: false, operation },
  ]);
  // At the same moment nothing came before anything: those that begin go first.
  points.sort((a, b) => a.at - b.at || Number(b.begins) - Number(a.begins));
  const floors = new Map<string, Mark>();
  let [answered, begun] = [NOTHING, NOTHING];
  for (const { begins, operation } of points) {
    const { op, what, outcome } = operation;
    if (begins) {
      floors.set(op, answered);
      if (what === 'commit') begun = higher(begun, versionOf(operation) ?? 0, op);
      continue;
    }
    const version = operation.version;
    if (outcome !== 'ok' || version === undefined) continue;
    const floor = floors.get(op) ?? NOTHING;
    if (what === 'commit' && version <= floor.version)
      found.push({
        rule: 'order',
        task,
        ops: [floor.op, op],
        detail: `version ${floor.version} was answered before version ${version} was asked for`,
      });
    if (what === 'read' && version < floor.version)
      found.push({
        rule: 'read',
        task,
        ops: [floor.op, op],
        detail: `version ${version} was read after version ${floor.version} was answered`,
      });
    if (what === 'read' && version > begun.version)
      found.push({
        rule: 'read',
        task,
        ops: [begun.op, op],
        detail: `version ${version} was read when no more than ${begun.version} had been begun`,
      });
    answered = higher(answered, version, op);
  }
  return found;
};
