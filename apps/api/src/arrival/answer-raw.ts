import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { HandoffError } from '@app/handoff';
import { problemOf } from '../edge/problem.js';

/** What Node could not make a request of: there is no reply yet, only a socket. */
export const refusalOf = (error: { readonly code?: string }): { readonly status: number; readonly refusal: HandoffError } => {
  const read = (status: number, detail: string, code: 'too_large' | 'invalid_request' = 'invalid_request') => ({
    status,
    refusal: new HandoffError(code, detail, code === 'invalid_request' ? { errors: [{ path: '', message: detail }] } : {}),
  });
  if (error.code === 'HPE_HEADER_OVERFLOW') return read(431, 'Address and headers have at most 16 KiB together.', 'too_large');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return read(408, 'The request did not arrive in time.');
  return read(400, 'This is not a request of HTTP/1.1.');
};

/** Answers on the bare socket, and closes it. */
export const answerRaw = (socket: Duplex, status: number, refusal: HandoffError, requestId: string): void => {
  const { headers, body } = problemOf(refusal, requestId);
  const text = JSON.stringify({ ...body, status });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, 'x-request-id': requestId, 'content-length': Buffer.byteLength(text), connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
};
