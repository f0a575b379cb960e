import type { FastifyRequest } from 'fastify';

/** What the SDK looks at besides the message: which revision of the protocol is spoken, and what of the message is said again in headers. */
const SPOKEN = /^mcp-/;

/** Host, Origin, token, size and type were looked at on arrival, like those of every call. */
export const webRequestOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Request => {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    SPOKEN.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: [...passed, ['content-type', 'application/json'], ['accept', 'application/json, text/event-stream']],
  });
};
