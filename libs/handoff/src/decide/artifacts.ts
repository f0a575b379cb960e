import type { Digest } from '../ports/digest.js';
import type { Artifact, ArtifactPosted } from '../schema/artifact.js';
import type { ArtifactSet } from '../schema/task-state.js';
import type { DecideContext } from './context.js';
import type { Draft } from './draft.js';
import { refuse } from './refuse.js';

const MODULUS = 1n << 256n;

const weightOf = (digest: Digest, { path, content_hash }: Artifact): bigint => BigInt(`0x${digest(`${path}\n${content_hash}`)}`);

/** The set after one artifact came (+1) or went (−1). A sum of hashes does not depend on order, so the set is known without listing it. */
const shifted = (digest: Digest, set: ArtifactSet, artifact: Artifact, by: 1 | -1): ArtifactSet => {
  const sum = BigInt(`0x${set.digest}`) + BigInt(by) * (artifact.content_hash === null ? 0n : weightOf(digest, artifact));
  return {
    current: set.current + by,
    unhashed: set.unhashed + (artifact.content_hash === null ? by : 0),
    digest: (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(64, '0'),
  };
};

/** What was handed in, for telling later whether it was changed; null while that cannot be told. */
export const artifactsHash = ({ artifact_set: set }: { artifact_set: ArtifactSet }): string | null =>
  set.current > 0 && set.unhashed === 0 ? set.digest : null;

const takeOut = (draft: Draft, ctx: DecideContext, set: ArtifactSet, path: string): ArtifactSet => {
  const index = draft.state.artifacts.findIndex((artifact) => artifact.path === path);
  const known = draft.state.artifacts[index] ?? ctx.items.artifacts?.get(path);
  if (index >= 0) draft.remove('artifacts', index);
  return known === undefined ? set : shifted(ctx.digest, set, known, -1);
};

const completed = (posted: ArtifactPosted, ctx: DecideContext, version: number, agent: string): Artifact => {
  const seen = ctx.items.files?.get(posted.path);
  return {
    path: posted.path,
    artifact_type: posted.artifact_type ?? seen?.artifact_type ?? 'source',
    content_hash: posted.content_hash ?? seen?.content_hash ?? null,
    size_bytes: posted.size_bytes ?? seen?.size_bytes ?? null,
    version,
    agent,
  };
};

export const changeArtifacts = (
  draft: Draft,
  ctx: DecideContext,
  agent: string,
  posted: readonly ArtifactPosted[],
  removed: readonly string[],
): void => {
  let set = draft.state.artifact_set;
  for (const path of removed) {
    const before = set.current;
    set = takeOut(draft, ctx, set, path);
    if (set.current === before) refuse('unknown_item', `${path} is not an artifact of this task.`, { item: path });
    draft.removed.push(path);
  }
  posted.forEach((one, k) => {
    const artifact = completed(one, ctx, draft.version, agent);
    set = shifted(ctx.digest, takeOut(draft, ctx, set, one.path), artifact, 1);
    draft.insert('artifacts', k, artifact);
  });
  draft.set('artifact_set', set);
};
