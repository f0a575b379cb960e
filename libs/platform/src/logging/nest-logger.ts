import type { LoggerService } from '@nestjs/common';
import type { LogFields, Logger } from './logger.js';

type Say = (message: string, fields: LogFields) => void;

/** Nest's own words in the house's log: its boot chatter only when somebody debugs, its complaints always. */
export function nestLogger(logger: Logger): LoggerService {
  const through =
    (say: Say) =>
    (message: unknown, ...rest: unknown[]) => {
      const last = rest.at(-1);
      // Nest puts the name of the part that speaks last, and may put a stack before it.
      const context = typeof last === 'string' && !last.includes('\n') ? last : undefined;
      const parts = [message, ...(context === undefined ? rest : rest.slice(0, -1))];
      say(parts.map(describe).filter(Boolean).join(' '), { context });
    };
  return {
    log: through(logger.debug),
    debug: through(logger.debug),
    verbose: through(logger.debug),
    warn: through(logger.warn),
    error: through(logger.error),
    fatal: through(logger.error),
  };
}

function describe(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === 'object' ? JSON.stringify(part) : String(part ?? '');
}
