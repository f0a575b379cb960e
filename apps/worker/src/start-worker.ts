import { createRoleRegistry } from '@app/agents';
import type { Config, Logger, RunningPart } from '@app/platform';

/**
 * Serves the agents this service runs itself. With none to serve it says so and waits: to its supervisor and to its operator a
 * worker then lives and stops like any other, and one that ended by itself would look like one that broke.
 */
export async function startWorker(_config: Config, logger: Logger): Promise<RunningPart> {
  const { roles } = createRoleRegistry();
  logger.info(`No agent to serve: ${roles.map((role) => role.name).join(', ')} are run from outside and fetch their work themselves.`);
  return { facts: { agents: 0 }, stop: async () => undefined };
}
