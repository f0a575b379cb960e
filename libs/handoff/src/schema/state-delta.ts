import { z } from 'zod';
import { ArtifactPath, ArtifactPosted } from './artifact.js';
import { CheckReported } from './check.js';
import { DecisionPosted } from './decision.js';
import { IssuePosted, IssueResolution } from './issue.js';
import { LIMITS } from './limits.js';
import { PacketPosted } from './packet.js';
import { Text } from './text.js';

const list = <T extends z.ZodType>(item: T) => z.array(item).max(LIMITS.listItems).optional();

const distinctPaths = (delta: { artifacts?: { path: string }[] | undefined; artifacts_removed?: string[] | undefined }): boolean => {
  const paths = [...(delta.artifacts ?? []).map((artifact) => artifact.path), ...(delta.artifacts_removed ?? [])];
  return new Set(paths).size === paths.length;
};

/** What a handoff or update adds to what is known: the real delta, not counts. Every key may be absent. */
export const StateDelta = z
  .strictObject({
    artifacts: z.array(ArtifactPosted).max(LIMITS.artifactsPerHandoff).optional(),
    artifacts_removed: list(ArtifactPath),
    decisions: list(DecisionPosted),
    issues_raised: list(IssuePosted),
    issues_resolved: list(IssueResolution),
    warnings: list(Text),
    checks: list(CheckReported),
    packet: PacketPosted.optional(),
    feedback: Text.optional(),
    repeat_reason: Text.optional(),
  })
  .refine(distinctPaths, { message: 'must name each path once', path: ['artifacts'] });
export type StateDelta = z.infer<typeof StateDelta>;
