import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Answer = (response: ServerResponse, seen: Seen) => void;

/** A server that says what it is told to, one answer after the other, the last one for ever, and remembers what it was asked. */
export class Wire {
  readonly seen: Seen[] = [];
  readonly #answers: Answer[] = [];
  #heard: () => void = () => undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.#take(request, response));
  }

  static async open(): Promise<Wire> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new Wire(server);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  answers(...answers: readonly Answer[]): void {
    this.#answers.splice(0, this.#answers.length, ...answers);
  }

  /** Once so many requests have come. */
  async heard(count: number): Promise<void> {
    while (this.seen.length < count) {
      await new Promise<void>((heard) => {
        this.#heard = heard;
      });
    }
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    this.seen.push(seen);
    const [answer] = this.#answers.length > 1 ? this.#answers.splice(0, 1) : this.#answers;
    answer?.(response, seen);
    this.#heard();
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const problem = (status: number, code: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}): Answer =>
  json(status, { title: code, status, code, detail: `It is ${code}.`, retryable: false, ...more }, headers);

/** The request arrived; its answer never will. */
export const lost: Answer = (response) => void response.destroy();

/** The answer breaks off in its middle. */
export const cut: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"task_id":', () => response.destroy());
};
