import type { Operation } from '../schema/operation.js';
import { apply } from './apply.js';

const add = (path: string, value: unknown) => ({ op: 'add', path, value }) as Operation;
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value }) as Operation;
const remove = (path: string): Operation => ({ op: 'remove', path });

describe('apply', () => {
  it.each<[string, unknown, Operation[], unknown]>([
    ['adds a member', { a: 1 }, [add('/b', 2)], { a: 1, b: 2 }],
    ['adds over a member', { a: 1, b: 2 }, [add('/a', 3)], { a: 3, b: 2 }],
    ['replaces a member', { a: 1 }, [replace('/a', null)], { a: null }],
    ['removes a member', { a: 1, b: 2 }, [remove('/a')], { b: 2 }],
    ['inserts into a list', [1, 3], [add('/1', 2)], [1, 2, 3]],
    ['adds after the last with its index', [1], [add('/1', 2)], [1, 2]],
    ['adds after the last with -', [1], [add('/-', 2)], [1, 2]],
    ['replaces in a list', [1, 2], [replace('/0', 9)], [9, 2]],
    ['removes from a list', [1, 2, 3], [remove('/1')], [1, 3]],
    ['reaches deep', { a: [{ b: [1] }] }, [add('/a/0/b/0', 0), replace('/a/0/b/1', 2)], { a: [{ b: [0, 2] }] }],
    ['unescapes tokens', { 'a/b': 1, 'm~n': 2 }, [replace('/a~1b', 3), replace('/m~0n', 4)], { 'a/b': 3, 'm~n': 4 }],
    ['unescapes ~01 as ~1', { '~1': 1 }, [replace('/~01', 2)], { '~1': 2 }],
    ['takes the empty key', { '': 1 }, [replace('/', 2)], { '': 2 }],
    ['replaces the whole', { a: 1 }, [add('', { b: 2 }), replace('/b', 3)], { b: 3 }],
    ['removes the whole', { a: 1 }, [remove('')], null],
    ['takes null for a value', { a: null }, [replace('/a', 1)], { a: 1 }],
  ])('%s', (_what, document, operations, expected) => {
    const before = JSON.stringify(document);
    expect(apply(document, operations)).toEqual(expected);
    expect(JSON.stringify(document)).toBe(before);
  });

  it.each<[string, unknown, Operation]>([
    ['a member that is not there', { a: 1 }, replace('/b', 1)],
    ['removing a member that is not there', { a: 1 }, remove('/b')],
    ['a parent that is not there', { a: 1 }, add('/b/c', 1)],
    ['a member of a number', { a: 1 }, add('/a/b', 1)],
    ['a member of null', { a: null }, add('/a/b', 1)],
    ['an index beyond the end', [1], add('/2', 1)],
    ['replacing after the last', [1], replace('/1', 1)],
    ['replacing at -', [1], replace('/-', 1)],
    ['removing at -', [1], remove('/-')],
    ['an index with a leading zero', [1, 2], remove('/01')],
    ['an index that is no number', [1], remove('/x')],
    ['a negative index', [1], remove('/-1')],
    ['what every object inherits', {}, replace('/constructor', 1)],
    ['the prototype', {}, add('/__proto__', { polluted: true })],
  ])('refuses %s', (_what, document, operation) => {
    expect(() => apply(document, [operation])).toThrow(RangeError);
  });

  it('keeps the order of keys', () => {
    expect(Object.keys(apply({ a: 1, b: 2, c: 3 }, [replace('/b', 9), add('/d', 4)]) as object)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('shares what it does not touch, and changes no value it was given', () => {
    const item = { id: 'x', list: [1] };
    const document = { kept: { deep: [1] }, items: [{ id: 'y' }] };
    const operations = [add('/items/0', item), replace('/items/0/id', 'z'), add('/items/0/list/0', 0), add('/items/0', item)];
    const after = apply(document, operations) as typeof document;
    expect(after).toEqual({ kept: { deep: [1] }, items: [{ id: 'x', list: [1] }, { id: 'z', list: [0, 1] }, { id: 'y' }] });
    expect(after.kept).toBe(document.kept);
    expect(after.items[2]).toBe(document.items[0]);
    expect(item).toEqual({ id: 'x', list: [1] });
    expect(document.items).toHaveLength(1);
  });

  it('leaves nothing half done in what it was given when an operation cannot be applied', () => {
    const document = { a: [1], b: 1 };
    expect(() => apply(document, [add('/a/0', 0), remove('/c')])).toThrow(RangeError);
    expect(document).toEqual({ a: [1], b: 1 });
  });
});
