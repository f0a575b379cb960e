import type { TaskAnswer } from './answers.js';
import type { Calls } from './calls.js';
import type { EventOptions, StreamItem } from './stream/stream-item.js';

export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** How long to go on trying when the service is away or busy; may be infinite. */
  readonly patienceMs?: number | undefined;
  /** Of a write: in place of the one the client makes. The same key is the same wish, also after a restart of the caller. */
  readonly idempotencyKey?: string | undefined;
  /** Leaves summary and `next` out of the answer. */
  readonly minimal?: boolean | undefined;
  /** Further query parameters, such as `include` of a write and `wait_s` of `claimNext`. */
  readonly query?: QueryValues | undefined;
}

type Arguments<K extends keyof Calls> = Calls[K]['input'] extends undefined
  ? [...path: Calls[K]['path'], options?: CallOptions]
  : [...path: Calls[K]['path'], input: Calls[K]['input'], options?: CallOptions];

type Methods = { readonly [K in keyof Calls]: (...given: Arguments<K>) => Promise<Calls[K]['answer']> };

/**
 * The service as a program sees it. Every call is sent until it is answered, for as long as its patience lasts; sending twice is
 * safe. It throws `ApiError` for a refusal and `Unreachable` when nobody answered.
 */
export interface Client extends Methods {
  /** The task once it is further than `version`, waiting for that as long as the service lets us (30 s at most); null when it is not. */
  taskAfter(taskId: string, version: number, waitS?: number, options?: CallOptions): Promise<TaskAnswer | null>;
  /** What happens, as it happens: of one task, or of all. Reconnects where it stopped; ends only when it is aborted or refused. */
  events(options?: EventOptions): AsyncGenerator<StreamItem, void, undefined>;
}
