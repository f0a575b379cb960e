import { o200kTokenizer, type Tokenizer } from '@app/handoff';
import { Room } from './room.js';

describe('Room', () => {
  let tokenizer: Tokenizer;
  beforeAll(async () => {
    tokenizer = await o200kTokenizer();
  });
  const open = (maxTokens: number) => new Room(maxTokens, tokenizer);
  const words = (count: number) => Array.from({ length: count }, (_, k) => `word ${k}`);

  it('takes what has to be there, then what has room, and ends with what comes last', () => {
    const room = open(100);
    room.putLast('next', 'here');
    room.put({ task_id: 'T1', nothing: undefined });
    expect(room.offer('small', 'yes')).toBe(true);
    expect(room.offer('large', words(100))).toBe(false);
    expect(room.offer('another', 1)).toBe(true);
    expect(room.text).toBe('{"task_id":"T1","small":"yes","another":1,"next":"here"}');
  });

  it('takes the first of a list that have room, and says how many have not', () => {
    const room = open(100);
    const left = room.offerSome('words', words(100));
    const { words: some } = JSON.parse(room.text) as { words: string[] };
    expect([some.length > 5, some.length + left, some]).toEqual([true, 100, words(some.length)]);
    expect(open(100).offerSome('words', words(100), 20)).toBeGreaterThan(left);
    expect(open(100).offerSome('words', [])).toBe(0);
    expect(open(10).offerSome('words', words(3))).toBe(3);
  });

  it('never holds more than it may, whatever is offered, and gives way from the end', () => {
    for (let budget = 40; budget < 400; budget += 7) {
      const room = open(budget);
      room.put({ task_id: 'T1' });
      for (let i = 0; i < 30; i++) {
        room.offer(`"\\${i}`, '\u0001\u{1f692}"'.repeat(i));
        room.offerSome(`list ${i}`, words(i));
      }
      expect(tokenizer.countTokens(room.text)).toBeLessThanOrEqual(budget);
    }
  });

  it('says what it needs when not even that has room which has to be there', () => {
    const room = open(30);
    room.put({ all: words(50) });
    room.offer('more', 1);
    expect(() => room.text).toThrow(expect.objectContaining({ code: 'budget_too_small', details: { least: expect.any(Number) } }));
  });
});
