import type { StoreFiles } from './files.js';

type Waiter = { resolve: () => void; reject: (error: Error) => void };

/** Makes names in a directory durable. A sync that has begun may have missed a name, so a request waits for one that begins after it; many share one. */
export class DirectorySync {
  private waiting: Waiter[] = [];
  private running = false;

  constructor(
    private readonly files: StoreFiles,
    private readonly fd: number,
  ) {}

  request(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (!this.running) this.run();
    });
  }

  close(): void {
    this.files.closeSync(this.fd);
  }

  private run(): void {
    const served = this.waiting;
    this.waiting = [];
    this.running = true;
    this.files.fsync(this.fd, (error) => {
      this.running = false;
      for (const { resolve, reject } of served) error ? reject(error) : resolve();
      if (this.waiting.length > 0) this.run();
    });
  }
}
