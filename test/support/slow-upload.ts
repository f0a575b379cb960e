import { connect, type Socket } from 'node:net';

/** A request whose body keeps the server waiting until it is told to come. */
export class SlowUpload {
  /** Once the server has asked for the body. */
  readonly invited: Promise<void>;
  /** The answer, once it has hung up. */
  readonly answered: Promise<string>;
  private readonly socket: Socket;

  /** `head` must ask first (`Expect: 100-continue`) and want the connection closed. */
  constructor(address: string, head: string) {
    const { hostname, port } = new URL(address);
    this.socket = connect(Number(port), hostname, () => this.socket.write(head));
    let heard = '';
    this.invited = new Promise((resolve) => {
      this.socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString('utf8');
        if (heard.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) resolve();
      });
    });
    this.answered = new Promise((resolve, reject) => {
      this.socket.on('error', reject);
      this.socket.on('close', () => resolve(heard.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')));
    });
  }

  finish(body: string): void {
    this.socket.write(body);
  }
}
