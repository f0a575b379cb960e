import type { Answer } from '../wire.js';
import type { Course } from './model-api.js';

/** Small and odd, so that lines, letters and JSON are torn apart as they are on a bad line. */
const PIECE_BYTES = 61;

/** Server-sent events, in pieces that end wherever they end. */
export const eventStream =
  (events: readonly string[], course: Course): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const said = course === 'whole' ? events : events.slice(0, Math.ceil(events.length / 2));
    const bytes = Buffer.from(said.join(''));
    const write = (from: number): void => {
      if (from < bytes.length) response.write(bytes.subarray(from, from + PIECE_BYTES), () => write(from + PIECE_BYTES));
      else if (course === 'cut') response.destroy();
      else if (course !== 'hangs') response.end();
    };
    write(0);
  };

/** A text in pieces of a few characters, at least one. */
export const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,9}/gu) ?? [''];
