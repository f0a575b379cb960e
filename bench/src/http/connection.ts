import net from 'node:net';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** One kept-alive connection with one request at a time. Plain enough that what is measured is the server: Node's own clients cost as much as a handoff does. */
export class Connection {
  #received: Buffer = Buffer.alloc(0);
  #settle: ((reply: Reply) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  private constructor(
    private readonly socket: net.Socket,
    private readonly host: string,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => this.#fail?.(new Error('The server closed the connection.')));
  }

  static open(address: string): Promise<Connection> {
    const { hostname, port, host } = new URL(address);
    return new Promise((resolve, reject) => {
      const socket = net.connect(Number(port), hostname, () => resolve(new Connection(socket, host)));
      socket.once('error', reject);
    });
  }

  get(path: string, headers: string): Promise<Reply> {
    return this.send(`GET ${path} HTTP/1.1\r\nhost: ${this.host}\r\n${headers}\r\n`);
  }

  post(path: string, headers: string, body: string): Promise<Reply> {
    const length = Buffer.byteLength(body);
    const head = `POST ${path} HTTP/1.1\r\nhost: ${this.host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n`;
    return this.send(`${head}${headers}\r\n${body}`);
  }

  private send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#fail = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.#fail = undefined;
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const from = end + HEAD_END.length;
    if (this.#received.length < from + length) return;
    const body = this.#received.toString('utf8', from, from + length);
    this.#received = this.#received.subarray(from + length);
    this.#settle?.({ status: Number(head.slice(9, 12)), body });
  }
}
