import { AgentsController } from './agents/agents.controller.js';
import { ChecksController } from './checks/checks.controller.js';
import { GatesController } from './gates/gates.controller.js';
import { HealthController } from './health/health.controller.js';
import { McpController } from './mcp/mcp.controller.js';
import { MeController } from './me/me.controller.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { DocsController } from './openapi/docs.controller.js';
import { StreamsController } from './streams/streams.controller.js';
import { ReadingController } from './tasks/reading.controller.js';
import { SteeringController } from './tasks/steering.controller.js';
import { TaskController } from './tasks/task.controller.js';
import { TasksController } from './tasks/tasks.controller.js';
import { WorkController } from './tasks/work.controller.js';
import { TokensController } from './tokens/tokens.controller.js';

/** Everything that answers a route. */
export const CONTROLLERS = [
  HealthController,
  TasksController,
  TaskController,
  WorkController,
  ChecksController,
  SteeringController,
  ReadingController,
  GatesController,
  MeController,
  McpController,
  AgentsController,
  StreamsController,
  TokensController,
  DocsController,
  MetricsController,
];
