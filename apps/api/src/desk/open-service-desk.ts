import { hash, randomBytes } from 'node:crypto';
import {
  type ArtifactAccess,
  type Clock,
  type Desk,
  type Dispatcher,
  type EvidenceAccess,
  type LeaseBook,
  openDesk,
  type TaskStore,
  type Tokenizer,
} from '@app/handoff';
import type { ProjectConfig } from '@app/platform';

const NAME_BYTES = 12;

interface Outside {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly tokenizer: Tokenizer;
  readonly artifacts: ArtifactAccess;
  readonly evidence: EvidenceAccess;
  readonly dispatcher: Dispatcher;
  readonly leases: LeaseBook;
  readonly project: ProjectConfig;
}

/** The domain, on what this process has to offer it. */
export const openServiceDesk = ({ project, ...ports }: Outside): Desk =>
  openDesk(
    {
      ...ports,
      digest: (text) => hash('sha256', text, 'hex'),
      makeName: () => randomBytes(NAME_BYTES).toString('hex'),
    },
    {
      rules: project.rules,
      configHash: project.hash,
      summaryTokens: project.summaryTokens,
      checks: Object.keys(project.checks),
    },
  );
