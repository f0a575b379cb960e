import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Answered } from './answered.js';

export interface Sending {
  readonly method: string;
  /** Sent letter by letter: nothing is resolved, decoded or put right on the way, as `fetch` would. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
}

/** One request over the wire and its whole answer. An answer that comes before the body was sent counts, whatever happens to the rest of it. */
export const send = <Body>(address: string, { method, path, headers = {}, body, agent }: Sending): Promise<Answered<Body>> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({ host: hostname, port, method, path, agent, headers: { ...length, ...headers } }, (response) => {
      read<Body>(response).then(resolve, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const read = async <Body>(response: IncomingMessage): Promise<Answered<Body>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text, body: jsonOf(text) as Body };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};
