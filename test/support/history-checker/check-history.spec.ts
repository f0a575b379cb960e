import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHistory } from './check-history.js';
import type { ClientEvent } from './client-event.js';
import { ClientLog } from './client-log.js';
import { operationsOf } from './operation.js';
import { readClientLog } from './read-client-log.js';
import type { TaskChain } from './task-chain.js';

/** One operation on task T: when it began, when it ended, and how. */
const commit = (op: string, from: number, to: number, end: number | 'fail' | 'unknown', expected?: number): ClientEvent[] => [
  { event: 'invoke', op, task: 'T', what: 'commit', at: from, ...(expected === undefined ? {} : { expected }) },
  typeof end === 'number' ? { event: 'ok', op, at: to, version: end } : { event: end, op, at: to, why: 'test' },
];
const read = (op: string, from: number, to: number, version: number): ClientEvent[] => [
  { event: 'invoke', op, task: 'T', what: 'read', at: from },
  { event: 'ok', op, at: to, version },
];
const chain = (...ops: (string | string[])[]): TaskChain => ({
  lines: ops.map((op, k) => ({ version: k + 1, ops: [op].flat() })),
  damage: null,
});
const check = (kept: TaskChain, ...events: ClientEvent[][]): string[] =>
  checkHistory(operationsOf(events.flat()), new Map([['T', kept]])).map(({ rule, ops, detail }) => `${rule} ${ops}: ${detail}`);

const SOUND = [commit('a', 0, 10, 1), commit('b', 20, 30, 2, 1), read('r', 40, 50, 2), commit('c', 60, 70, 3, 2)];

describe('a history that can be', () => {
  it.each<[string, TaskChain, ClientEvent[][]]>([
    ['one after the other', chain('a', 'b', 'c'), SOUND],
    ['nothing at all', chain(), []],
    ['at the same time, in any order', chain('b', 'a'), [commit('a', 0, 10, 2), commit('b', 5, 15, 1)]],
    [
      'a lost answer that was carried out',
      chain('a', 'b', 'c'),
      [commit('a', 0, 1, 1), commit('b', 2, 3, 'unknown', 1), commit('c', 4, 5, 3, 2)],
    ],
    ['a lost answer that was not', chain('a', 'c'), [commit('a', 0, 1, 1), commit('b', 2, 3, 'unknown', 1), commit('c', 4, 5, 2, 1)]],
    [
      'a lost answer carried out long after the loss',
      chain('a', 'c', 'b'),
      [commit('a', 0, 1, 1), commit('b', 2, 3, 'unknown'), commit('c', 4, 5, 2)],
    ],
    ['a client that died before any answer', chain('a'), [commit('a', 0, 1, 1).slice(0, 1)]],
    ['refused and not carried out', chain('a', 'c'), [commit('a', 0, 1, 1), commit('b', 2, 3, 'fail', 1), commit('c', 2, 3, 2, 1)]],
    ['a read of what is being written', chain('a', 'b'), [commit('a', 0, 1, 1), commit('b', 2, 9, 2), read('r', 3, 4, 2)]],
    ['a read of what is about to be written over', chain('a', 'b'), [commit('a', 0, 1, 1), commit('b', 2, 9, 2), read('r', 3, 20, 1)]],
    ['a read of what has no answer yet', chain('a', 'b'), [commit('a', 0, 1, 1), commit('b', 2, 3, 'unknown'), read('r', 10, 11, 2)]],
    ['all at one moment', chain('b', 'a'), [commit('a', 5, 5, 2), commit('b', 5, 5, 1), read('r', 5, 5, 2)]],
    ['the log names what is no operation', chain('a', ['b', 'op-of-somebody-else']), [commit('a', 0, 1, 1), commit('b', 2, 3, 2)]],
  ])('%s', (_what, kept, events) => expect(check(kept, ...events)).toEqual([]));

  it('of many tasks: each has its own versions', () => {
    const other = SOUND.flat().map((event) => ({
      ...event,
      op: `${event.op}-2`,
      ...('task' in event ? { task: 'U' } : {}),
    })) as ClientEvent[];
    const chains = new Map([
      ['T', chain('a', 'b', 'c')],
      ['U', chain('a-2', 'b-2', 'c-2')],
    ]);
    expect(checkHistory(operationsOf([...SOUND.flat(), ...other]), chains)).toEqual([]);
  });

  it('of 20,000 operations', () => {
    const many = Array.from({ length: 20_000 }, (_, k) => commit(`op${k}`, 2 * k, 2 * k + 5, k + 1));
    expect(check(chain(...many.map((_, k) => `op${k}`)), ...many)).toEqual([]);
  });
});

describe('a history that cannot be', () => {
  it.each<[string, string[], TaskChain, ClientEvent[][]]>([
    [
      'two for one version',
      ['versions a,b: both are version 1', 'chain b: was acknowledged as version 1 and is nowhere'],
      chain('a'),
      [commit('a', 0, 9, 1), commit('b', 1, 9, 1)],
    ],
    [
      'not the version it was built for',
      ['versions b: was built on version 1 and is version 3'],
      chain('a', 'c', 'b'),
      [commit('a', 0, 1, 1), commit('c', 2, 9, 2), commit('b', 2, 9, 3, 1)],
    ],
    [
      'a gap',
      ['versions b: line 2 holds version 3'],
      {
        lines: [
          { version: 1, ops: ['a'] },
          { version: 3, ops: ['b'] },
        ],
        damage: null,
      },
      [commit('a', 0, 1, 1), commit('b', 2, 3, 3)],
    ],
    [
      'against real time',
      ['order a,b: version 2 was answered before version 1 was asked for'],
      chain('b', 'a'),
      [commit('a', 0, 1, 2), commit('b', 2, 3, 1)],
    ],
    [
      'against what was read',
      ['order r,b: version 2 was answered before version 1 was asked for'],
      chain('b', 'a'),
      [commit('a', 0, 9, 2), read('r', 1, 2, 2), commit('b', 3, 4, 1)],
    ],
    [
      'a read of the past',
      ['read b,r: version 1 was read after version 2 was answered'],
      chain('a', 'b'),
      [commit('a', 0, 1, 1), commit('b', 2, 3, 2), read('r', 4, 5, 1)],
    ],
    [
      'a read of the past of another read',
      ['read q,r: version 1 was read after version 2 was answered'],
      chain('a', 'b'),
      [commit('a', 0, 1, 1), commit('b', 2, 9, 2), read('q', 3, 4, 2), read('r', 5, 6, 1)],
    ],
    [
      'a read of the future',
      [
        'read a,r: version 2 was read when no more than 1 had been begun',
        'order r,b: version 2 was answered before version 2 was asked for',
      ],
      chain('a', 'b'),
      [commit('a', 0, 1, 1), read('r', 2, 3, 2), commit('b', 4, 5, 2)],
    ],
    [
      'a read of what never was',
      ['read a,r: version 7 was read when no more than 1 had been begun'],
      chain('a'),
      [commit('a', 0, 1, 1), read('r', 2, 3, 7)],
    ],
    [
      'a lost answer carried out twice',
      ['unknown b: had no answer and is versions 2,3'],
      chain('a', 'b', 'b'),
      [commit('a', 0, 1, 1), commit('b', 2, 3, 'unknown')],
    ],
    [
      'refused, and carried out',
      ['refused b: was refused and is version 2'],
      chain('a', 'b'),
      [commit('a', 0, 1, 1), commit('b', 2, 3, 'fail')],
    ],
    [
      'acknowledged and lost',
      ['chain b: was acknowledged as version 2 and is nowhere'],
      chain('a'),
      [commit('a', 0, 1, 1), commit('b', 2, 3, 2)],
    ],
    ['acknowledged and kept twice', ['chain a: was acknowledged as version 1 and is version 1,2'], chain('a', 'a'), [commit('a', 0, 1, 1)]],
    [
      'acknowledged and kept elsewhere',
      ['chain b: was acknowledged as version 2 and is version 3'],
      chain('a', 'c', 'b'),
      [commit('a', 0, 1, 1), commit('b', 2, 9, 2), commit('c', 2, 9, 'unknown')],
    ],
    ['written by nobody', ['chain : version 2 was written by nobody who asked'], chain('a', 'stranger'), [commit('a', 0, 1, 1)]],
    [
      'two in one version',
      ['chain a,b: version 1 was written by several who asked'],
      chain(['a', 'b']),
      [commit('a', 0, 1, 1), commit('b', 0, 1, 'unknown')],
    ],
    [
      'a log that cannot be read to its end',
      ['chain : the log is damaged: torn'],
      { ...chain('a'), damage: 'torn' },
      [commit('a', 0, 1, 1)],
    ],
    ['a whole log lost', ['chain a: was acknowledged as version 1 and is nowhere'], chain(), [commit('a', 0, 1, 1)]],
  ])('%s', (_what, violations, kept, events) => expect(check(kept, ...events)).toEqual(violations));

  it('of a task nobody asked for, and of one whose log is gone', () => {
    const found = checkHistory(operationsOf(commit('a', 0, 1, 1)), new Map([['U', chain('z')]]));
    expect(found.map(({ task, rule }) => [task, rule])).toEqual([
      ['T', 'chain'],
      ['U', 'chain'],
    ]);
  });

  it.each([
    ['begun twice', [commit('a', 0, 1, 1), commit('a', 2, 3, 2)]],
    ['ended twice', [commit('a', 0, 1, 1), commit('a', 2, 3, 2).slice(1)]],
    ['ended unbegun', [commit('a', 0, 1, 1).slice(1)]],
  ])('a log of the test that makes no sense is no verdict: %s', (complaint, events) =>
    expect(() => check(chain(), ...events)).toThrow(complaint),
  );
});

describe('what a client writes down', () => {
  it('is read as it was written, but for a last line that is torn', () => {
    const directory = mkdtempSync(join(tmpdir(), 'jerry-log-'));
    try {
      const file = join(directory, 'client.jsonl');
      const log = new ClientLog(file);
      log.write({ event: 'invoke', op: 'op-1-1', task: 'T', what: 'commit', expected: 4 });
      log.write({ event: 'ok', op: 'op-1-1', version: 5 });
      log.close();
      appendFileSync(file, '{"event":"inv');
      const [invoke, ok, ...none] = readClientLog(file);
      expect([invoke, ok, none]).toEqual([
        { event: 'invoke', op: 'op-1-1', task: 'T', what: 'commit', expected: 4, at: expect.any(Number) },
        { event: 'ok', op: 'op-1-1', version: 5, at: expect.any(Number) },
        [],
      ]);
      expect(Number(ok?.at)).toBeGreaterThan(Number(invoke?.at));
      writeFileSync(file, '{"event":"inv\n{}\n');
      expect(() => readClientLog(file)).toThrow(SyntaxError);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
