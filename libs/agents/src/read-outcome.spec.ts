import { readOutcome } from '@app/agents';

describe('readOutcome', () => {
  it.each([
    [{ handoff: { phase: 'testing', state_delta: { warnings: ['thin ice'] } } }],
    [{ failed: { class: 'limit', reason: 'quota', retry_after_s: 60, packet: { attempted: 'half of it' } } }],
  ])('takes %j as it is', (outcome) => expect(readOutcome(outcome)).toEqual(outcome));

  it.each([
    [undefined, 'it needs `handoff` or `failed`'],
    ['done!', 'it needs `handoff` or `failed`'],
    [{}, 'it needs `handoff` or `failed`'],
    [{ handoff: { phase: 'deploying' } }, 'handoff.phase: '],
    [{ handoff: { phase: 'testing', claim_epoch: 7 } }, 'handoff: Unrecognized key: "claim_epoch"'],
    [{ handoff: { phase: 'testing' }, failed: { class: 'code', reason: 'x' } }, 'Unrecognized key: "failed"'],
    [{ failed: { class: 'mood', reason: 'bad' } }, 'failed.class: '],
    [{ failed: { class: 'code', reason: '' } }, 'failed.reason: '],
  ])('makes a failure of %j that says what is wrong', (given, fault) => {
    const outcome = readOutcome(given);
    expect(outcome).toEqual({ failed: { class: 'code', reason: expect.stringContaining(fault) } });
    expect(readOutcome(outcome)).toEqual(outcome);
  });

  const circle: Record<string, unknown> = {};
  circle.handoff = circle;
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
  const payload = (value: unknown) => ({ handoff: { phase: 'testing', state_delta: { packet: { payload: { a: value } } } } });

  it.each<[string, unknown, string]>([
    ['a key that reaches for the prototype', JSON.parse('{"handoff":{"phase":"testing","__proto__":{"phase":"completed"}}}'), '__proto__'],
    ['such a key in a payload', payload(JSON.parse('{"__proto__":{"a":1}}')), '__proto__'],
    ['another such key', payload({ constructor: { prototype: 1 } }), 'constructor'],
    ['a circle', circle, 'it is not JSON'],
    ['what JSON does not know', { handoff: 1n }, 'it is not JSON'],
    ['a function', () => ({ handoff: { phase: 'testing' } }), 'it is not JSON'],
    ['a depth that no walk survives', JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'it is not JSON'],
    ['one level too many', payload(nested(13)), 'it is nested too deeply'],
    ['more than a body may have', payload('x'.repeat(256 * 1024)), 'it has more than 262144 bytes'],
    ['controls and overrides in a name', { handoff: { phase: 'testing', 'a\u001b[31m\u202eb\n': 1 } }, 'Unrecognized key: "ab "'],
  ])('does not take %s', (_what, given, fault) => {
    const outcome = readOutcome(given);
    expect(outcome).toEqual({ failed: { class: 'code', reason: expect.stringContaining(fault) } });
    expect(readOutcome(outcome)).toEqual(outcome);
    expect(({} as { phase?: string }).phase).toBeUndefined();
  });

  it('takes what is as deep as it may be', () => expect(readOutcome(payload(nested(12)))).toEqual(payload(nested(12))));

  it('keeps nothing of the object it was given', () => {
    const given = {
      handoff: {
        phase: 'testing',
        get target_agent() {
          return 'dev-qa';
        },
      },
    };
    const outcome = readOutcome(given) as { handoff: object };
    expect(outcome.handoff).not.toBe(given.handoff);
    expect(Object.getOwnPropertyDescriptor(outcome.handoff, 'target_agent')?.get).toBeUndefined();
  });

  it('stays within what a reason may be', () => {
    const outcome = readOutcome({ handoff: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`nonsense_${i}`, 1])) });
    expect(readOutcome(outcome)).toEqual(outcome);
  });
});
