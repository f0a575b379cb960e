import { spawn } from 'node:child_process';

/** Reads until whoever holds the other end is gone, by whatever death; then asks the server to end, and after 5 s makes it. */
const SCRIPT = `read -r _
kill -TERM "$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || exit 0; sleep 0.5; done
kill -KILL "$1" 2>/dev/null`;

/** Sees to it that a server does not outlive this process, also when that is killed and can do nothing. Returns how to let go. */
export function leash(pid: number): () => void {
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'jerry-queue-leash', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  return () => watcher.kill('SIGKILL');
}
