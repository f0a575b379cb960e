import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 100;

/**
 * Once the service stops, connections that carry nothing end: those kept for another request, and those on which none was ever sent,
 * as browsers and pools open them ahead. Node would wait a minute for either.
 */
export const endIdleConnections = (server: FastifyInstance): void => {
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  server.addHook('preClose', async () => {
    let known = new Set<Socket>();
    const sweep = setInterval(() => {
      server.server.closeIdleConnections();
      // Whoever has just connected may be about to ask, and is told that the service stops.
      for (const socket of unused) if (known.has(socket)) socket.destroy();
      known = new Set(unused);
    }, SWEEP_MS).unref();
    server.server.once('close', () => clearInterval(sweep));
  });
};
