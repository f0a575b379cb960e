import { connect } from 'node:net';

/** Everything that comes back when exactly this is said on a connection of its own, until the other side hangs up or `enough` is there. */
export const sayRaw = (address: string, text: string | Buffer, enough?: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      heard += chunk;
      if (enough?.test(heard) === true) socket.end();
    });
    // A refusal may come with a reset when not all was read; what was heard before counts.
    socket.on('error', (error) => heard === '' && reject(error));
    socket.on('close', () => resolve(heard));
  });
