import type { Socket } from 'node:net';
import { Line } from './line.js';

/** A line to somebody else's program. `wake`: something happened that the server should look at. */
export function socketLine(socket: Socket, wake: () => void): Line {
  // Answers are small and awaited: collecting them costs their receiver some 40 ms each.
  socket.setNoDelay(true);
  const line = new Line({ write: (bytes) => socket.write(bytes), close: () => socket.destroySoon() });
  const onEnd = () => {
    line.end();
    wake();
  };
  socket.on('data', (chunk) => {
    line.arrive(chunk);
    wake();
  });
  socket.on('drain', () => {
    line.drained();
    wake();
  });
  for (const event of ['end', 'close', 'error']) socket.on(event, onEnd);
  return line;
}
