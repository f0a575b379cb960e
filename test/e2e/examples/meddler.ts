import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands between agents and the service, passes everything on, and does something of its own before a call gets there. */
export class Meddler {
  private constructor(private readonly server: Server) {}

  /** `before` is told the path of every call, and waited for. */
  static async open(address: string, before: (path: string) => Promise<void>): Promise<Meddler> {
    const server = createServer((incoming, answer) => {
      void before(incoming.url ?? '').then(() => {
        const { method, headers } = incoming;
        const onward = request(address + incoming.url, { method, headers }, (answered) => {
          answer.writeHead(answered.statusCode ?? 502, answered.headers);
          answered.pipe(answer);
        });
        onward.on('error', () => answer.destroy());
        answer.on('close', () => onward.destroy());
        incoming.pipe(onward);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new Meddler(server);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}
