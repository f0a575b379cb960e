import type { IncomingHttpHeaders } from 'node:http';

/** An answer as it came over the wire. */
export interface Answered<Body = Readonly<Record<string, unknown>>> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text read as JSON, or an empty object where it is none. Its type is what the test takes it for. */
  readonly body: Body;
}
