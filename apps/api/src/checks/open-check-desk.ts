import type { Coordinator } from '@app/handoff';
import type { Logger, ProjectConfig } from '@app/platform';
import type { Workspace } from '@app/workspace';
import { CheckRunner } from './check-runner.js';
import type { CheckTrees } from './check-trees.js';
import { ProjectCheckDesk } from './project-check-desk.js';

interface Wanted {
  readonly coordinator: Coordinator;
  readonly workspace: Workspace;
  readonly trees: CheckTrees;
  readonly project: ProjectConfig;
  readonly projectDir: string;
  /** Of this process; checks get what is passed on by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

/** The desk at which the project's checks are asked for. */
export const openCheckDesk = ({ coordinator, workspace, trees, project, projectDir, env, logger }: Wanted): ProjectCheckDesk => {
  const runner = new CheckRunner({ checks: project.checks, trees, git: workspace.git, projectDir, env });
  return new ProjectCheckDesk({ coordinator, runner, logger });
};
