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

  it('stays within what a reason may be', () => {
    const outcome = readOutcome({ handoff: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`nonsense_${i}`, 1])) });
    expect(readOutcome(outcome)).toEqual(outcome);
  });
});
