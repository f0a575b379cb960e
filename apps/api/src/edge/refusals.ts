import type { HandoffError } from '@app/handoff';
import type { Logger, Metrics } from '@app/platform';
import { handoffErrorOf } from './problem.js';

/** Counts what is refused, and keeps the story of what broke: the caller is told only that something did. */
export class Refusals {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: Pick<Metrics, 'refused'>,
  ) {}

  /** `where` and the request's id, for whoever looks for the story. */
  note(thrown: unknown, where: string): HandoffError {
    const error = handoffErrorOf(thrown);
    this.metrics.refused(error.code);
    if (error.kind === 'fault') this.logger.error(`${where} failed: ${storyOf(error)}`);
    return error;
  }
}

const storyOf = (error: Error): string => {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
};
