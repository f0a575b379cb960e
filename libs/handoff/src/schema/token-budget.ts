import { HandoffError } from '../errors/handoff.error.js';

/** A budget is compared with counts; one that is no number would compare as neither too small nor enough. */
export const requireTokenBudget = (maxTokens: number): void => {
  if (Number.isInteger(maxTokens) && maxTokens > 0) return;
  const message = 'must be a positive whole number of tokens';
  throw new HandoffError('invalid_request', `max_tokens ${message}.`, { errors: [{ path: 'max_tokens', message }] });
};
