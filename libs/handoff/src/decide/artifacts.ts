import type { Artifact, ArtifactPosted } from '../schema/artifact.js';
import type { ArtifactSet } from '../schema/task-state.js';
import { ArtifactTally } from './artifact-tally.js';
import type { DecideContext } from './context.js';
import type { Draft } from './draft.js';
import { refuse } from './refuse.js';

/** What was handed in, for telling later whether it was changed; null while that cannot be told. */
export const artifactsHash = ({ artifact_set: set }: { artifact_set: ArtifactSet }): string | null =>
  set.current > 0 && set.unhashed === 0 ? set.digest : null;

/** False when there is no such artifact. */
const takeOut = (draft: Draft, ctx: DecideContext, tally: ArtifactTally, path: string): boolean => {
  const index = draft.state.artifacts.findIndex((artifact) => artifact.path === path);
  const known = draft.state.artifacts[index] ?? ctx.items.artifacts?.get(path);
  if (index >= 0) draft.remove('artifacts', index);
  if (known !== undefined) tally.remove(known);
  return known !== undefined;
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
  if (posted.length + removed.length === 0) return;
  const tally = new ArtifactTally(draft.state.artifact_set, ctx.digest);
  for (const path of removed) {
    if (!takeOut(draft, ctx, tally, path)) refuse('unknown_item', `${path} is not an artifact of this task.`, { item: path });
    draft.removed.push(path);
  }
  posted.forEach((one, k) => {
    const artifact = completed(one, ctx, draft.version, agent);
    takeOut(draft, ctx, tally, one.path);
    tally.add(artifact);
    draft.insert('artifacts', k, artifact);
  });
  draft.set('artifact_set', tally.set);
};
