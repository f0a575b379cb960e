import { Account } from './account.js';
import { Accounts } from './accounts.js';
import { Visit } from './visit.js';

describe('Accounts', () => {
  let nowMs = 0;
  const limits = { requests_per_s: 5, in_flight: 3 };
  const open = () => new Accounts(limits, () => nowMs);
  const refusalOf = (act: () => unknown) => {
    try {
      act();
      return null;
    } catch (error) {
      const { code, details } = error as { code: string; details: { retry_after_s: number } };
      return { code, ...details };
    }
  };
  const call = (accounts: Accounts, caller: string) => refusalOf(() => accounts.enter(caller, 'short').leave('short'));

  it('lets two seconds’ worth of calls through at once, then as many as the time brings', () => {
    const accounts = open();
    for (let i = 0; i < 10; i++) expect(call(accounts, 'agent:a')).toBeNull();
    expect(call(accounts, 'agent:a')).toEqual({ code: 'rate_limited', retry_after_s: 1 });
    expect(call(accounts, 'agent:b')).toBeNull();
    nowMs += 199;
    expect(call(accounts, 'agent:a')).not.toBeNull();
    nowMs += 1;
    expect(call(accounts, 'agent:a')).toBeNull();
    expect(call(accounts, 'agent:a')).not.toBeNull();
    nowMs += 3_600_000;
    for (let i = 0; i < 10; i++) expect(call(accounts, 'agent:a')).toBeNull();
    expect(call(accounts, 'agent:a')).not.toBeNull();
  });

  it('bounds what one caller has underway; what waits is bounded apart, and far higher', () => {
    const accounts = open();
    const calls = [1, 2, 3].map(() => accounts.enter('agent:a', 'short'));
    expect(call(accounts, 'agent:a')).toEqual({ code: 'rate_limited', retry_after_s: 1 });
    accounts.enter('agent:a', 'long');
    calls[0]?.leave('short');
    expect(call(accounts, 'agent:a')).toBeNull();
  });

  it('counts a short call that turns out to be long among those that wait', () => {
    const accounts = open();
    const calls = [1, 2, 3].map(() => new Visit(accounts.enter('agent:a', 'short'), 'short', () => undefined));
    expect(call(accounts, 'agent:a')).not.toBeNull();
    calls[0]?.lengthen();
    calls[0]?.lengthen();
    const room = (most: number) => Array.from({ length: most }, () => refusalOf(() => accounts.enter('agent:a', 'short'))?.code);
    expect(room(2)).toEqual([undefined, 'rate_limited']);
    for (const one of calls) one.end();
    expect(room(3)).toEqual([undefined, undefined, 'rate_limited']);
  });

  it('lets no more calls turn long than may wait, and leaves those that may not as they are', () => {
    const account = new Account({ perSecond: 100, burst: 100, inFlight: { short: 1, long: 1 }, heavy: 1 }, 0);
    const heard: string[] = [];
    const visit = () => {
      account.enter('short', 0);
      return new Visit(account, 'short', () => void heard.push('long'));
    };
    visit().lengthen();
    const second = visit();
    expect(refusalOf(() => second.lengthen())?.code).toBe('rate_limited');
    second.end();
    visit();
    expect(heard).toEqual(['long']);
  });

  it('takes no allowance for what it refuses', () => {
    const accounts = open();
    const calls = [1, 2, 3].map(() => accounts.enter('agent:a', 'short'));
    for (let i = 0; i < 20; i++) expect(call(accounts, 'agent:a')).not.toBeNull();
    for (const account of calls) account.leave('short');
    for (let i = 0; i < 7; i++) expect(call(accounts, 'agent:a')).toBeNull();
  });

  it('lets two calls read whole histories, and another when one of them is done', () => {
    const account = open().enter('viewer:v', 'short');
    account.enterHeavy();
    account.enterHeavy();
    expect(refusalOf(() => account.enterHeavy())?.code).toBe('rate_limited');
    account.leaveHeavy();
    expect(refusalOf(() => account.enterHeavy())).toBeNull();
  });

  it('forgets callers that have gone, and none that has something underway or left too little to forget', () => {
    const accounts = open();
    const busy = accounts.enter('agent:busy', 'long');
    for (let i = 0; i < 9_000; i++) call(accounts, `stranger ${i}`);
    nowMs += 60_000;
    for (let i = 0; i < 10; i++) call(accounts, 'agent:spent');
    for (let i = 0; i < 1_500; i++) call(accounts, `later ${i}`);
    expect(accounts.size).toBeLessThan(2_000);
    expect(call(accounts, 'agent:spent')).not.toBeNull();
    expect(accounts.enter('agent:busy', 'short')).toBe(busy);
  });
});
