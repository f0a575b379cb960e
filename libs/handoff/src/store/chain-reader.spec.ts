import type { TaskRecord } from '../schema/record.js';
import { chainRoot } from './chain-point.js';
import { ChainReader } from './chain-reader.js';
import { sealRecord } from './record-line.js';

const ROOT = chainRoot('T1');

interface Line {
  readonly text: string;
  readonly hash: string;
}

const line = (version: number, prev_hash: string, generation = 1, text = 'x'): Line => {
  const { hash, framed } = sealRecord({
    version,
    prev_hash,
    generation,
    schema_version: 1,
    at: '2026-01-01T00:00:00.000Z',
    principal: 'agent:dev-qa',
    kind: 'update',
    fingerprint: '0'.repeat(32),
    effect: [{ op: 'replace', path: '/goal', value: text }],
    config_hash: 'test',
  });
  return { hash, text: framed.toString('utf8', 1, framed.length - 1) };
};

const read = (...texts: string[]): { reader: ChainReader; counted: TaskRecord[] } => {
  const reader = new ChainReader(ROOT);
  const counted: TaskRecord[] = [];
  let end = 0;
  for (const text of texts) {
    const bytes = Buffer.from(text);
    end += bytes.length + 1;
    const record = reader.stopped ? null : reader.take(bytes, end);
    if (record !== null) counted.push(record);
  }
  return { reader, counted };
};

const one = line(1, ROOT.hash);
const two = line(2, one.hash);
const three = line(3, two.hash);

describe('reading a log', () => {
  it('counts what is next in the chain, and says where it ends', () => {
    const { reader, counted } = read('', one.text, '', two.text);
    expect(counted.map((record) => record.hash)).toEqual([one.hash, two.hash]);
    expect(reader.point).toEqual({ version: 2, hash: two.hash, generation: 1, bytes: one.text.length + two.text.length + 4 });
    expect(reader).toMatchObject({ damage: null, skipped: 0 });
  });

  it("takes a fenced writer's line for void: what counted first counts", () => {
    const mine = line(2, one.hash, 3, 'mine');
    const late = line(2, one.hash, 2, 'late');
    expect(read(one.text, mine.text, late.text)).toMatchObject({ reader: { skipped: 1, damage: null, point: { hash: mine.hash } } });
    expect(read(one.text, late.text, mine.text)).toMatchObject({ reader: { skipped: 1, damage: null, point: { hash: late.hash } } });
  });

  it('does not let a lower generation go on from a higher one', () => {
    const taken = line(2, one.hash, 5);
    const before = line(3, taken.hash, 4);
    expect(read(one.text, taken.text, before.text)).toMatchObject({ reader: { skipped: 1, damage: null, point: { version: 2 } } });
    const after = line(3, taken.hash, 5);
    expect(read(one.text, taken.text, before.text, after.text).counted).toHaveLength(3);
  });

  it('skips what a torn write left, wherever it was cut', () => {
    for (let length = 1; length < two.text.length; length++) {
      const { reader, counted } = read(one.text, two.text.slice(0, length), two.text, three.text);
      expect([length, reader.damage, reader.skipped, counted.length]).toEqual([length, null, 1, 3]);
    }
    expect(read(one.text, '\0'.repeat(500), two.text)).toMatchObject({ reader: { skipped: 1, damage: null, point: { version: 2 } } });
  });

  it('finds every altered byte, also in the last line', () => {
    const bytes = Buffer.from(two.text);
    for (let at = 0; at < bytes.length; at++)
      for (const flip of [0x01, 0x20, 0x80, 0xff]) {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] as number) ^ flip;
        const reader = new ChainReader(ROOT);
        reader.take(Buffer.from(one.text), 0);
        for (const part of altered.toString('latin1').split('\n')) if (!reader.stopped) reader.take(Buffer.from(part, 'latin1'), 0);
        expect([at, flip, reader.damage?.after_version]).toEqual([at, flip, 1]);
      }
  });

  it('finds a line that was cut in two by a newline', () => {
    for (let at = 1; at < two.text.length - 1; at++) {
      const { reader } = read(one.text, two.text.slice(0, at), two.text.slice(at + 1));
      expect([at, reader.damage?.after_version]).toEqual([at, 1]);
    }
  });

  it('finds a line that has lost the newline after it to another byte', () => {
    expect(read(one.text, `${two.text}J`).reader.damage).toMatchObject({ line: 2, after_version: 1 });
  });

  it('finds a removed line, two that were swapped, and one of another task', () => {
    expect(read(one.text, three.text).reader.damage).toMatchObject({ line: 2, after_version: 1 });
    expect(read(one.text, three.text, two.text).reader.damage).toMatchObject({ line: 2, after_version: 1 });
    expect(read(two.text).reader.damage).toMatchObject({ line: 1, after_version: 0 });
    expect(read(line(1, chainRoot('T2').hash).text).reader.damage).toMatchObject({ line: 1, after_version: 0 });
  });

  it('counts nothing after damage', () => {
    const altered = two.text.replace('"x"', '"y"');
    expect(read(one.text, altered, two.text, three.text).counted).toHaveLength(1);
  });

  it('shows a line that stands there twice, and is not misled by it', () => {
    expect(read(one.text, two.text, two.text, three.text)).toMatchObject({ reader: { skipped: 1, damage: null, point: { version: 3 } } });
  });

  it('leaves to a reader from the root what refers to lines before it', () => {
    const reader = new ChainReader({ version: 2, hash: two.hash, generation: 1, bytes: 0 });
    reader.take(Buffer.from(line(2, one.hash, 1, 'late').text), 0);
    expect(reader).toMatchObject({ undecided: true, damage: null });
  });
});
