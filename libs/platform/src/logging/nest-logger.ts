import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Nest's own words in the house's log: its boot chatter only when somebody debugs, its complaints always. */
export function nestLogger(logger: Logger): LoggerService {
  const text = (message: unknown, rest: readonly unknown[]) => [message, ...rest].map(describe).filter(Boolean).join(' ');
  return {
    log: (message, ...rest) => logger.debug(text(message, rest)),
    debug: (message, ...rest) => logger.debug(text(message, rest)),
    verbose: (message, ...rest) => logger.debug(text(message, rest)),
    warn: (message, ...rest) => logger.warn(text(message, rest)),
    error: (message, ...rest) => logger.error(text(message, rest)),
    fatal: (message, ...rest) => logger.error(text(message, rest)),
  };
}

function describe(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === 'object' ? JSON.stringify(part) : String(part ?? '');
}
