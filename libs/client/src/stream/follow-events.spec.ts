import { ApiError, openClient, type StreamItem } from '@app/client';
import { type Answer, problem, Wire } from '../../../../test/support/wire.js';
import { EventParser } from './event-parser.js';

const event = (id: string, name = 'task.updated') => `id: ${id}\nevent: ${name}\ndata: {"task_id":"T1","version":${Number(id)}}\n\n`;

/** Sends pieces, each in a packet of its own, and then hangs up, or not. */
const stream =
  (pieces: readonly (string | Buffer)[], end: 'end' | 'break' | 'stay' = 'end'): Answer =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) await new Promise((written) => response.write(piece, written));
    if (end === 'end') response.end();
    if (end === 'break') response.destroy();
  };

describe('EventParser', () => {
  const all = (...pieces: readonly string[]) => {
    const parser = new EventParser();
    return pieces.flatMap((piece) => parser.push(piece));
  };
  const told = [{ id: '7', event: 'task.updated', data: 'a\nb' }];

  it.each([
    ['\n', 'id: 7\nevent: task.updated\ndata: a\ndata: b\n\n'],
    ['\\r\\n', 'id: 7\r\nevent: task.updated\r\ndata: a\r\ndata: b\r\n\r\n'],
    ['\\r', 'id: 7\revent: task.updated\rdata: a\rdata: b\r\r'],
  ])('reads lines that end in %s, however they are cut', (_end, text) => {
    expect(all(text)).toEqual(told);
    expect(all(...text)).toEqual(told);
    for (let at = 1; at < text.length; at += 1) expect(all(text.slice(0, at), text.slice(at))).toEqual(told);
  });

  it('waits for no byte beyond the event', () => expect(all('data: x\r\r')).toHaveLength(1));

  it('keeps one space after the colon, takes a name alone for an empty value, and names what has no name', () => {
    expect(all('data:  x\ndata\ndata:y\n\n')).toEqual([{ id: '', event: 'message', data: ' x\n\ny' }]);
  });

  it('passes over comments, unknown fields, a byte order mark and events without data', () => {
    expect(all('\uFEFF: hello\n\n:\n', 'nonsense: 1\nevent: x\n\ndata: y\n\n')).toEqual([{ id: '', event: 'message', data: 'y' }]);
  });

  it('keeps the last id until another comes, and takes none that is not one', () => {
    expect(all('id: 1\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\nid\ndata: d\n\n').map(({ id }) => id)).toEqual(['1', '1', '1', '']);
  });

  it('drops what was cut off', () => expect(all('id: 9\ndata: never ended\n')).toEqual([]));

  it('hears how long to wait', () => {
    const parser = new EventParser();
    parser.push('retry: 3000\nretry: soon\n\n');
    expect(parser.retryMs).toBe(3_000);
  });
});

describe('events', () => {
  let wire: Wire;
  const collect = async (count: number, options = {}, token = 'secret'): Promise<StreamItem[]> => {
    const items: StreamItem[] = [];
    for await (const item of openClient({ baseUrl: wire.address, token }).events(options)) {
      items.push(item);
      if (items.length === count) break;
    }
    return items;
  };
  const resumedFrom = () => wire.seen.map(({ headers }) => headers['last-event-id']);

  beforeEach(async () => {
    wire = await Wire.open();
  });
  afterEach(() => wire.close());

  it('gives what happened, with its name and the id to resume from', async () => {
    wire.answers(stream([': hello\n\n', event('1', 'task.created')]));
    expect(await collect(1, { taskId: 'T 1', after: '0.3' })).toEqual([{ id: '1', name: 'task.created', task_id: 'T1', version: 1 }]);
    expect(wire.seen[0]).toMatchObject({
      url: '/v1/tasks/T%201/events',
      headers: { authorization: 'Bearer secret', 'last-event-id': '0.3' },
    });
  });

  it('goes on where it broke off, also in the middle of an event and of a letter', async () => {
    const [halfLetter, rest] = [
      Buffer.from('id: 3\nevent: x\ndata: {"by":"é"}\n\n').subarray(0, 29),
      Buffer.from('id: 3\nevent: x\ndata: {"by":"é"}\n\n').subarray(29),
    ];
    wire.answers(
      stream(['retry: 1\n\n', event('1'), event('2').slice(0, -1)], 'break'),
      stream(['retry: 1\n\n', event('2')]),
      stream([halfLetter, rest, event('4')], 'stay'),
    );
    const items = await collect(4);
    expect(items.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    expect(items[2]).toMatchObject({ by: 'é' });
    expect(resumedFrom()).toEqual([undefined, '1', '2']);
  });

  it('goes on from the place it was told, also when nothing has happened there yet', async () => {
    wire.answers(stream(['retry: 1\n\n: connected\nid: 41.2\n\n']), stream([event('42')], 'stay'));
    expect(await collect(1)).toHaveLength(1);
    expect(resumedFrom()).toEqual([undefined, '41.2']);
  });

  it('shows a reset, and goes on from it', async () => {
    wire.answers(stream(['retry: 1\n\n', 'id: c9\nevent: reset\ndata: {}\n\n']), stream([event('10')], 'stay'));
    expect(await collect(2, { after: 'c1' })).toEqual([{ name: 'reset', id: 'c9' }, expect.objectContaining({ id: '10' })]);
    expect(resumedFrom()).toEqual(['c1', 'c9']);
  });

  it('comes back after a refusal that passes, and ends with one that does not', async () => {
    wire.answers(problem(503, 'overloaded', { retryable: true }), stream([event('1')], 'stay'));
    expect(await collect(1)).toHaveLength(1);
    wire.answers(problem(401, 'unauthorized'));
    await expect(collect(1)).rejects.toBeInstanceOf(ApiError);
  });

  it('ends quietly when it is called off, whatever it waits for, and lets go of the connection when it is left', async () => {
    const off = new AbortController();
    const left = new Promise<void>((closed) => {
      wire.answers((response, seen) => {
        response.on('close', closed);
        void stream([event('1')], 'stay')(response, seen);
      });
    });
    const items: StreamItem[] = [];
    for await (const item of openClient({ baseUrl: wire.address }).events({ signal: off.signal })) {
      items.push(item);
      off.abort();
    }
    expect(items).toHaveLength(1);
    await left;
    for await (const item of openClient({ baseUrl: wire.address }).events({ signal: off.signal })) items.push(item);
    expect(items).toHaveLength(1);
  });

  it('does not pass over an event that it cannot read', async () => {
    wire.answers(stream(['id: 1\ndata: {not json\n\n']));
    await expect(collect(1)).rejects.toThrow(SyntaxError);
  });
});
