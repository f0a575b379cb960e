export type { Config } from './config/config.js';
export { ConfigError } from './config/config-error.js';
export { loadConfig } from './config/load-config.js';
export { createLogger, type Logger } from './logging/logger.js';
export { nestLogger } from './logging/nest-logger.js';
export { CannotStart } from './process/cannot-start.js';
export { EXIT_CODE } from './process/exit-code.js';
export { type RunningPart, runProcess } from './process/run-process.js';
export { prepareProject } from './project/prepare-project.js';
