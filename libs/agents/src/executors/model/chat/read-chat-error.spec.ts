import { readChatError } from './read-chat-error.js';

const callee = { name: 'm', keyName: 'KEY', hush: (text: string) => text.replaceAll('secret-0123456789', '[gone]') };

describe('readChatError', () => {
  it('takes secrets out before it cuts, or half of one would stay', () => {
    for (const status of [400, undefined]) {
      const { reason } = readChatError({ status, message: `${'x'.repeat(490)}secret-0123456789` }, callee).failure;
      expect(reason).not.toContain('secret');
    }
  });

  it.each([
    [{ type: 'rate_limit_error', message: 'x' }, 'limit'],
    [{ code: 429, message: 'x' }, 'limit'],
    [{ code: 'rate_limit_exceeded', message: 'x' }, 'limit'],
    [{ code: 'insufficient_quota', message: 'x' }, 'limit'],
    [{ type: 'server_error', message: 'x' }, 'transient'],
    [{ code: 'ECONNRESET', message: 'x', cause: { message: 'reset' } }, 'transient'],
    ['thrown as it is', 'transient'],
  ])('makes of %j a failure of class %s', (error, kind) => expect(readChatError(error, callee).failure.class).toBe(kind));

  it('says what lies behind a connection that failed', () => {
    const failure = (cause: unknown) => readChatError({ message: 'Connection error.', cause }, callee).failure.reason;
    expect(failure({ message: 'getaddrinfo ENOTFOUND' })).toBe('The connection to m failed: Connection error. (getaddrinfo ENOTFOUND)');
    expect(failure('gone')).toBe('The connection to m failed: Connection error. (gone)');
  });
});
