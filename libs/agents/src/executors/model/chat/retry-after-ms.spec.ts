import { retryAfterMs } from './retry-after-ms.js';

describe('retryAfterMs', () => {
  it.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '' }, null],
    [{}, null],
  ])('reads %j as %p', (headers, ms) => expect(retryAfterMs(new Headers(headers))).toEqual(ms));

  it('reads nothing where there are no headers', () => expect(retryAfterMs(undefined)).toBeNull());
});
