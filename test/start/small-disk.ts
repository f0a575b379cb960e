import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A disk of its own with room for so much and no more. Mounting one takes root; null where that is not to be had. */
export class SmallDisk {
  private constructor(readonly path: string) {}

  static mount(path: string, options: string): SmallDisk | null {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
    mkdirSync(path, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
      return new SmallDisk(path);
    } catch {
      return null;
    }
  }

  makeReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.path]);
  }

  unmount(): void {
    execFileSync('umount', [this.path]);
  }
}
