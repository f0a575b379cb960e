import { request } from 'node:http';

/** The status alone: of a stream that never ends, too. Sent letter by letter, on a connection of its own that is then closed. */
export const statusOf = (
  address: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)), 'content-type': 'application/json' };
    const sent = request({ host: hostname, port, method, path, headers: { ...length, ...headers }, agent: false }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    sent.on('error', reject);
    sent.end(body);
  });
