import { request } from 'node:http';
import { openClient, type StreamItem } from '@app/client';
import { rounds } from '../faults/support/rounds.js';
import { CuttableFetch } from '../support/cuttable-fetch.js';
import { RunningApi } from '../support/running-api.js';

const MIRA = 'human:mira';
const VIEWER = 'viewer:watcher';
const TASKS = ['T1', 'T2', 'T3', 'T4', 'T5'];
const CUTS = rounds(20);
const EVENTS = 50 * CUTS;
const RESTARTS = 2;

/** Follows a stream by the client, and is cut off when the test says so. */
class Watcher {
  readonly wire = new CuttableFetch();
  readonly items: StreamItem[] = [];
  readonly #off = new AbortController();
  #heard: () => void = () => undefined;
  readonly #over: Promise<void>;

  constructor(address: string, token: string, taskId?: string, onReset: () => Promise<void> = async () => undefined) {
    const client = openClient({ baseUrl: address, token, fetch: this.wire.fetch });
    this.#over = (async () => {
      for await (const item of client.events({ taskId, signal: this.#off.signal, ...(taskId === undefined ? {} : { after: '0' }) })) {
        if (item.name === 'reset') await onReset();
        this.items.push(item);
        this.#heard();
      }
    })();
  }

  get ids(): string[] {
    return this.items.flatMap((item) => (item.name === 'reset' ? [] : [`${item.task_id} ${item.id}`]));
  }

  async until(isThere: () => boolean): Promise<void> {
    while (!isThere())
      await this.#orOver(
        new Promise<void>((heard) => {
          this.#heard = heard;
        }),
      );
  }

  reconnect(): Promise<void> {
    return this.#orOver(this.wire.reconnect());
  }

  /** Whoever was refused would be waited for in vain. */
  #orOver(happens: Promise<void>): Promise<void> {
    const over = this.#over.then(() => {
      throw new Error('The stream is over.');
    });
    return Promise.race([happens, over]);
  }

  async stop(): Promise<void> {
    this.#off.abort();
    await this.#over;
  }
}

const resetsOf = ({ items }: Watcher): number => items.filter(({ name }) => name === 'reset').length;

describe('event streams', () => {
  let api: RunningApi;
  const watchers: Watcher[] = [];
  afterEach(async () => {
    await Promise.all(watchers.splice(0).map((watcher) => watcher.stop()));
    await api.close();
  });

  const versions = new Map<string, number>();
  const create = async (task_id: string) => {
    expect((await api.call(MIRA, 'POST', '/v1/tasks', { task_id, task_title: task_id })).status).toBe(201);
    versions.set(task_id, 1);
  };
  const write = async (taskId: string) => {
    const expected_version = versions.get(taskId) ?? 0;
    const state_delta = { warnings: [`note ${expected_version}`] };
    const answer = await api.call(MIRA, 'POST', `/v1/tasks/${taskId}/updates`, { expected_version, state_delta });
    expect(answer.status).toBe(201);
    versions.set(taskId, expected_version + 1);
  };
  const headOf = (taskId: string): number => versions.get(taskId) ?? 0;

  it(`tell ${EVENTS} events over ${CUTS} cuts and ${RESTARTS} restarts: none twice, none missed unnoticed`, async () => {
    api = await RunningApi.open({ asProcess: true, config: { limits: { requests_per_s: 100_000 } } });
    for (const taskId of TASKS) await create(taskId);
    const token = await api.tokenOf(VIEWER);
    const ofTasks = TASKS.map((taskId) => new Watcher(api.address, token, taskId));
    // Whoever is told that something may have been missed loads what matters anew: here, how far each task is.
    const loaded: Map<string, number>[] = [];
    const ofAll: Watcher = new Watcher(api.address, token, undefined, async () => {
      const heads = new Map<string, number>();
      for (const taskId of TASKS)
        heads.set(taskId, (await api.call<{ version: number }>(VIEWER, 'GET', `/v1/tasks/${taskId}`)).body.version);
      loaded.push(heads);
    });
    watchers.push(...ofTasks, ofAll);
    // It begins from now on: what was written before it is there, nobody tells it.
    await ofAll.wire.connected();

    const cutAfter = (n: number) => n % Math.floor(EVENTS / CUTS) === 0;
    const restartAfter = (n: number) => n % Math.floor(EVENTS / (RESTARTS + 1)) === 0 && n < EVENTS - 1;
    let cuts = 0;
    let restarts = 0;
    for (let n = 1; n <= EVENTS; n++) {
      await write(TASKS[n % TASKS.length] as string);
      if (cutAfter(n) && ++cuts) await Promise.all(watchers.map((watcher) => watcher.reconnect()));
      if (restartAfter(n) && ++restarts) {
        if (restarts === 1) await api.kill();
        else await api.stop();
        await api.start();
        // Somebody who is away for both restarts is told of them by one reset.
        await ofAll.until(() => resetsOf(ofAll) === restarts);
      }
    }
    expect([cuts, restarts]).toEqual([CUTS, RESTARTS]);
    // A last word of each task, once everybody is connected again.
    const last = () => TASKS.map((taskId) => `${taskId} ${headOf(taskId)}`);
    for (const [i, watcher] of ofTasks.entries()) await watcher.until(() => watcher.items.at(-1)?.id === `${headOf(TASKS[i] as string)}.1`);
    for (const [i, watcher] of ofTasks.entries()) {
      const taskId = TASKS[i] as string;
      expect(watcher.ids).toEqual(Array.from({ length: headOf(taskId) }, (_, v) => `${taskId} ${v + 1}.1`));
    }
    const known = () => {
      const heads = new Map(loaded.at(-1));
      for (const item of ofAll.items)
        if (item.name !== 'reset') heads.set(item.task_id, Math.max(heads.get(item.task_id) ?? 0, item.version));
      return TASKS.map((taskId) => `${taskId} ${heads.get(taskId)}`);
    };
    await ofAll.until(() => String(known()) === String(last()));
    expectNoneMissedUnnoticed(ofAll.items, loaded);
    expect(resetsOf(ofAll)).toBe(RESTARTS);
    expect(Math.min(...watchers.map(({ wire }) => wire.connections))).toBeGreaterThan(CUTS);
  });

  /** Each event once; between two resets every version of a task after the one before it, or after what was loaded. */
  const expectNoneMissedUnnoticed = (items: readonly StreamItem[], loaded: readonly ReadonlyMap<string, number>[]): void => {
    let resets = 0;
    const heads = new Map<string, number>();
    const told = new Set<string>();
    for (const item of items) {
      if (item.name === 'reset') {
        for (const [taskId, version] of loaded[resets++] ?? []) heads.set(taskId, Math.max(heads.get(taskId) ?? 0, version));
        continue;
      }
      const { task_id, version } = item;
      expect(told.has(`${task_id} ${version}`)).toBe(false);
      told.add(`${task_id} ${version}`);
      const head = heads.get(task_id);
      if (head !== undefined && version > head) expect(version).toBe(head + 1);
      heads.set(task_id, Math.max(head ?? 0, version));
    }
  };

  describe('over HTTP', () => {
    beforeEach(async () => {
      api = await RunningApi.open();
      await create('T1');
      await write('T1');
    });

    /** What comes over the wire until it ends, or holds what was waited for. */
    const listen = async (path: string, headers: Record<string, string>, until?: RegExp) => {
      const authorization = `Bearer ${await api.tokenOf(VIEWER)}`;
      const off = new AbortController();
      const answer = await fetch(api.address + path, { headers: { authorization, ...headers }, signal: off.signal });
      let text = '';
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString('utf8');
        if (until?.test(text)) break;
      }
      off.abort();
      return { status: answer.status, headers: answer.headers, text };
    };

    it('are server-sent events, to be kept by nobody, each a pointer', async () => {
      const { status, headers, text } = await listen('/v1/tasks/T1/events', { 'last-event-id': '0' }, /id: 2\.1[\s\S]*\n\n/);
      expect(status).toBe(200);
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/event-stream; charset=utf-8', 'no-store']);
      const at = expect.stringMatching(/^\d{4}-.*Z$/);
      const [hello, ...events] = text.trimEnd().split('\n\n');
      expect(hello).toBe(': connected\nid: 0');
      expect(events.map((event) => event.split('\n').slice(0, 2))).toEqual([
        ['id: 1.1', 'event: task.created'],
        ['id: 2.1', 'event: task.updated'],
      ]);
      const data = events.map((event) => JSON.parse(event.split('\n')[2]?.slice('data: '.length) ?? ''));
      const common = { task_id: 'T1', phase: 'planning', status: 'pending', by: MIRA, at };
      expect(data).toEqual([
        { ...common, version: 1 },
        { ...common, version: 2 },
      ]);
    });

    it('begin now without a last id, and say what is no place to begin', async () => {
      expect((await listen('/v1/tasks/T1/events', {}, /\n\n/)).text).toBe(': connected\nid: 2\n\n');
      const refused = async (path: string, lastId: string) => {
        const { status, body } = await api.call(VIEWER, 'GET', path, undefined, { 'last-event-id': lastId });
        return [status, body.code];
      };
      expect(await refused('/v1/tasks/T1/events', 'x')).toEqual([400, 'invalid_request']);
      expect(await refused('/v1/tasks/T1/events', '3')).toEqual([404, 'version_not_found']);
      expect(await refused('/v1/tasks/T9/events', '0')).toEqual([404, 'task_not_found']);
      expect((await api.call(null, 'GET', '/v1/events')).status).toBe(401);
      expect((await api.call(VIEWER, 'GET', '/v1/events?x=1')).status).toBe(400);
      expect((await listen('/v1/events', { 'last-event-id': 'long ago' }, /reset[\s\S]*\n\n/)).text).toMatch(
        /\n\nid: \S+\nevent: reset\ndata: {}\n\n$/,
      );
    });

    it('end for a token that was revoked, and for everybody when the service stops', async () => {
      const { body } = await api.call('admin:local', 'POST', '/v1/tokens', { principal: VIEWER });
      const revoked = fetch(`${api.address}/v1/events`, { headers: { authorization: `Bearer ${body.token}` } }).then((answer) =>
        answer.text(),
      );
      const stays = listen('/v1/events', {});
      await listen('/v1/events', {}, /\n\n/);
      await api.call('admin:local', 'DELETE', `/v1/tokens/${body.id}`);
      await expect(revoked).rejects.toThrow();
      await api.stop();
      expect((await stays).text).toMatch(/^: connected\n/);
      await api.start();
    });

    it('let nobody wait behind them: HEAD is answered, and whoever hangs up is let go of', async () => {
      const authorization = `Bearer ${await api.tokenOf(VIEWER)}`;
      const { hostname, port } = new URL(api.address);
      const head = await new Promise<number>((resolve, reject) => {
        const asking = request({ hostname, port, method: 'HEAD', path: '/v1/events', headers: { authorization } }, (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode ?? 0));
        });
        asking.on('error', reject);
        asking.end();
      });
      expect(head).toBe(200);
      for (let i = 0; i < 20; i++) await listen('/v1/tasks/T1/events', { 'last-event-id': '0' }, /id: 2\.1/);
      await write('T1');
      expect((await listen('/v1/tasks/T1/events', { 'last-event-id': '2' }, /id: 3\.1/)).text).toContain('id: 3.1\n');
    });
  });

  it('wait for a change of one task, answered at once when it stops', async () => {
    api = await RunningApi.open();
    await create('T1');
    const wait = (version: number, wait_s = 30) =>
      api.call<{ version: number }>(VIEWER, 'GET', `/v1/tasks/T1?wait_s=${wait_s}`, undefined, { 'if-none-match': `"${version}"` });
    const waiting = wait(1);
    expect((await wait(1, 1)).status).toBe(304);
    await write('T1');
    expect([(await waiting).status, (await waiting).body.version]).toEqual([200, 2]);
    expect((await wait(1)).body.version).toBe(2);
    const among = await api.call(VIEWER, 'GET', '/v1/tasks/T1', undefined, { 'if-none-match': 'W/"1", "2"' });
    expect(among.status).toBe(304);
    const last = wait(2);
    const claim = api.call('agent:dev-engineer', 'POST', '/v1/me/claim?wait_s=30', {});
    await claim;
    expect((await last).body.version).toBe(3);
    const until = wait(3);
    expect((await wait(3, 0)).status).toBe(304);
    await api.stop();
    expect((await until).status).toBe(304);
    await api.start();
  });
});
