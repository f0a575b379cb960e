import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/**
 * Keeps the process groups it is told of, and reads until whoever tells it is gone, by whatever death. Then it asks those that are left to
 * end, and after a second makes them.
 */
const SCRIPT = `held=' '
while read -r what group; do
  case $what in
    hold) held="$held$group " ;;
    free) held="\${held%% $group *} \${held#* $group }" ;;
  esac
done
for group in $held; do kill -TERM "-$group"; done
[ "$held" = ' ' ] || sleep 1
for group in $held; do kill -KILL "-$group"; done`;

/** Sees to it that no program outlives this process, also when that is killed and can do nothing: one small watcher for all of them. */
export class Leash {
  readonly #held = new Set<number>();
  #watcher: ChildProcessByStdio<Writable, null, null> | undefined;

  /** Told before a program begins: then nothing but one word is left to be said once it has. Whoever ended the watcher gets a new one. */
  ready(): void {
    if (this.#watcher !== undefined) return;
    const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'jerry-leash'], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    watcher.on('exit', () => {
      this.#watcher = undefined;
    });
    watcher.on('error', () => undefined);
    watcher.stdin.on('error', () => undefined);
    // It waits for this process to end, so this process must not wait for it.
    watcher.unref();
    (watcher.stdin as Socket).unref();
    this.#watcher = watcher;
    for (const group of this.#held) this.#say('hold', group);
  }

  hold(group: number): void {
    this.ready();
    this.#held.add(group);
    this.#say('hold', group);
  }

  free(group: number): void {
    this.#held.delete(group);
    this.#say('free', group);
  }

  #say(what: 'hold' | 'free', group: number): void {
    this.#watcher?.stdin.write(`${what} ${group}\n`);
  }
}
