const BELL = ['test/queue/bell.spec.ts'];
const KEEPER = ['test/queue/keeper.spec.ts'];
const SERVER = ['test/queue/queue-server.spec.ts'];
const DUE = ['apps/api/src/keeper/due-now.spec.ts'];

/**
 * Bugs that somebody could write into what rings, what rings again, and the queue server that comes along.
 * @type {readonly { name: string, file: string, find: string, replace: string, specs: readonly string[] }[]}
 */
export const QUEUE_MUTANTS = [
  {
    name: 'queue: due ended by a ring that was taken',
    file: 'apps/api/src/keeper/keeper.ts',
    find: '      await bell.ringAgain(agent, its);',
    replace: `      const rung = ((bell as { rung?: Set<string> }).rung ??= new Set());
      await bell.ringAgain(agent, its.filter((task) => !rung.has(ringIdOf(task))));
      for (const task of its) rung.add(ringIdOf(task));`,
    specs: KEEPER,
  },
  {
    name: 'queue: a failed job is taken for a ring',
    file: 'libs/platform/src/queue/rings-in-queue.ts',
    find: "['wait', 'active', 'delayed', 'prioritized']",
    replace: "['wait', 'active', 'delayed', 'prioritized', 'failed']",
    specs: BELL,
  },
  {
    name: 'queue: the job of a dead worker is taken for a ring',
    file: 'libs/platform/src/queue/rings-in-queue.ts',
    find: 'if (!locked[i]) living.delete(id);',
    replace: 'if (locked.length < i) living.delete(id);',
    specs: BELL,
  },
  {
    name: 'queue: what was left under an id swallows the next ring',
    file: 'libs/platform/src/queue/bell.ts',
    find: '.map((id) => queue.remove(id))',
    replace: '.map(() => 0)',
    specs: BELL,
  },
  {
    name: 'queue: everybody waits for a server that hangs',
    file: 'libs/platform/src/queue/bell.ts',
    find: "if (this.connection?.status() !== 'ok')",
    replace: 'if (this.connection === undefined)',
    specs: BELL,
  },
  {
    name: 'queue: a server that takes no writes counts as there',
    file: 'libs/platform/src/queue/queue-connection.ts',
    find: 'PULSE_PATIENCE_MS, this.client.set(',
    replace: 'PULSE_PATIENCE_MS, ((key: string, ..._: unknown[]) => this.client.get(key))(',
    specs: BELL,
  },
  {
    name: 'queue: a ring that is on its way is rung again',
    file: 'apps/api/src/keeper/keeper.ts',
    find: '|| !this.#looksTwice',
    replace: '|| this.#rounds !== undefined',
    specs: KEEPER,
  },
  {
    name: 'queue: back-off is not kept',
    file: 'apps/api/src/keeper/due-now.ts',
    find: 'if (atMs <= nowMs)',
    replace: 'if (atMs <= nowMs + 10_000)',
    specs: DUE,
  },
  {
    name: 'queue: a claim that is alive is rung for',
    file: 'apps/api/src/keeper/due-now.ts',
    find: 'if (ranOut(task, task.claim))',
    replace: 'if (ranOut(task, task.claim) || task.version > 0)',
    specs: DUE,
  },
  {
    name: 'queue: who fetches their work is rung',
    file: 'apps/api/src/keeper/due-now.ts',
    find: '    if (!rings(task.target_agent)) continue;\n',
    replace: '',
    specs: DUE,
  },
  {
    name: 'queue: the next moment is forgotten',
    file: 'apps/api/src/keeper/rounds.ts',
    find: 'const waitMs = Math.min(Math.max(inMs, 0), this.everyMs);',
    replace: 'const waitMs = this.everyMs;',
    specs: ['apps/api/src/keeper/rounds.spec.ts'],
  },
  {
    name: 'queue: two rounds at once',
    file: 'apps/api/src/keeper/rounds.ts',
    find: 'this.#running ??=',
    replace: 'this.#running =',
    specs: ['apps/api/src/keeper/rounds.spec.ts'],
  },
  {
    name: 'queue: the embedded server lets everybody in',
    file: 'apps/queue/src/embedded/start-embedded.ts',
    find: "  valkey.ask('CONFIG', 'SET', 'requirepass', password);\n",
    replace: '',
    specs: SERVER,
  },
  {
    name: 'queue: the embedded server does not save as it stops',
    file: 'apps/queue/src/embedded/start-embedded.ts',
    find: '      if (!valkey.isOver) save();\n',
    replace: '',
    specs: SERVER,
  },
  {
    name: 'queue: the server leaves before those who use it',
    file: 'apps/queue/src/start-queue.ts',
    find: '    await left(server);\n',
    replace: '',
    specs: SERVER,
  },
];
