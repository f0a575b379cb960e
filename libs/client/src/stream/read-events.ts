import { type Limited, limited } from '../sending/limited.js';
import { refusal } from '../sending/send.js';
import { EventParser, type ServerEvent } from './event-parser.js';

/** The service says something at least every 15 s; three times that in silence, and the connection is taken for dead. */
const SILENCE_MS = 45_000;

export interface Connecting {
  readonly fetch: typeof globalThis.fetch;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Hears where a new connection would go on, once everything up to there has been passed on. */
  readonly onPlace?: (id: string) => void;
}

/** The events of one connection, until it ends. Returns how long the server asked to wait before the next one. */
export async function* readEvents({
  fetch,
  url,
  headers,
  signal,
  onPlace,
}: Connecting): AsyncGenerator<ServerEvent, number | null, undefined> {
  const limit = limited(SILENCE_MS, signal);
  const parser = new EventParser();
  try {
    const response = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: limit.signal });
    if (!response.ok) throw refusal(response, await response.text());
    for await (const text of texts(response, limit)) {
      yield* parser.push(text);
      if (parser.lastId !== '') onPlace?.(parser.lastId);
    }
    return parser.retryMs;
  } finally {
    limit.done();
  }
}

async function* texts({ body }: Response, limit: Limited): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      limit.extend();
      yield decoder.decode(read.value, { stream: true });
    }
  } finally {
    // Also when whoever listens has heard enough: the connection is not kept for nobody.
    await reader.cancel().catch(() => undefined);
  }
}
