import type { StateDelta } from '@app/handoff';
import type { Prose } from './prose.js';
import type { Sizes } from './sizes.js';

/** A text that is found again in the log: each is posted once. */
export const markOf = (n: number): string => `m-${String(n).padStart(8, '0')}`;
export const MARK = /m-\d{8}/g;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Appends to one text of a body until the body has exactly so many bytes. */
export const padded = <T>(body: T, bytes: number, prose: Prose, append: (body: T, text: string) => T): T => {
  const missing = bytes - bytesOf(body);
  if (missing < 0) throw new Error(`a body of ${bytesOf(body)} bytes does not fit in ${bytes}`);
  return missing === 0 ? body : append(body, prose.text(missing));
};

const artifacts = (prose: Prose, paths: readonly string[]): NonNullable<StateDelta['artifacts']> =>
  paths.map((path) => ({
    path,
    artifact_type: 'source',
    content_hash: prose.hex(64),
    size_bytes: prose.between(200, 40_000),
  }));

const FILES_AT_ONCE = 3;
const TEXTS_OF_WORK = 8;

/** Some of the task's few files and all its checks: what it replaces weighs as much as what it adds, so a state stays as large as it is. */
export const steadyDelta = (prose: Prose, sizes: Sizes, mark: string, bytes: number): StateDelta => {
  const first = prose.between(0, sizes.paths - 1);
  const paths = Array.from({ length: FILES_AT_ONCE }, (_, k) => `src/part-${(first + k) % sizes.paths}/module.ts`);
  const checks = sizes.checks.map((name) => ({ name, passed: true, detail: `${mark} ` }));
  const delta: StateDelta = { artifacts: artifacts(prose, paths), checks };
  const chars = Math.floor((bytes - bytesOf(delta)) / checks.length);
  return { ...delta, checks: checks.map((check) => ({ ...check, detail: `${check.detail}${prose.text(chars)}` })) };
};

/** A step of work that is continued: a distinct file and decision, what was tried and seen, and where to go on. Its texts are of like length. */
export const workDelta = (prose: Prose, mark: string, bytes: number): StateDelta => {
  const file = artifacts(prose, [prose.path()]);
  const name = prose.pick(['unit', 'types', 'lint', 'e2e']);
  const source = prose.path();
  const of = (chars: number): StateDelta => ({
    artifacts: file,
    decisions: [{ decision: `${mark} ${prose.text(chars)}`, rationale: prose.text(chars) }],
    checks: [{ name, passed: true, detail: prose.text(chars) }],
    packet: {
      attempted: prose.text(chars),
      observed: [{ finding: prose.text(chars), source, confidence: 0.8 }],
      not_done: [{ item: prose.text(chars), reason: prose.text(chars) }],
      next_agent_should_first: prose.text(chars),
    },
  });
  const chars = Math.floor((bytes - bytesOf(of(0))) / TEXTS_OF_WORK);
  return padded(of(chars), bytes, prose, (body, text) => ({
    ...body,
    packet: { ...body.packet, attempted: `${body.packet?.attempted}${text}` },
  }));
};
