export type { AgentRow, DiffAnswer, MeAnswer, NewToken, NextClaimAnswer, SummaryAnswer, TaskAnswer, TokenRow, Written } from './answers.js';
export { ApiError } from './api.error.js';
export type { Calls } from './calls.js';
export type { CallOptions, Client } from './client.js';
export { openClient } from './open-client.js';
export type { Problem } from './problem.js';
export { rebase } from './rebase.js';
export type { EventOptions, Happening, Reset, StreamItem } from './stream/stream-item.js';
export { Unreachable } from './unreachable.error.js';
