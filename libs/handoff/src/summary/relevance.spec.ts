import { relevanceTo } from './relevance.js';

const items = [
  { text: 'Tombstones are kept for 90 days', why: 'Longest offline period seen in telemetry is 71 days.' },
  { text: 'The session cookie is signed', why: 'Nothing to lose when the server restarts.' },
  { text: 'refreshToken() rotates after each login', why: null },
  { text: 'Colours follow the brand book', why: 'Marketing asked.' },
];

describe('relevanceTo', () => {
  const near = relevanceTo([['Login sessions survive a server restart', 3]], items);

  it('finds what shares words with the topic, inflected or part of an identifier', () => {
    expect(near[1]).toBeGreaterThan(near[2] ?? 0);
    expect(near[2]).toBeGreaterThan(0);
    expect(near[0]).toBe(0);
    expect(near[3]).toBe(0);
  });

  it('knows scripts without spaces', () => {
    const [first = 0, second = 0] = relevanceTo(
      [['登录会话在重启后丢失', 3]],
      [
        { text: '签名的会话', why: null },
        { text: '品牌颜色', why: null },
      ],
    );
    expect(first).toBeGreaterThan(second);
  });

  it('has nothing to say about nothing', () => expect(relevanceTo([['', 1]], [])).toEqual([]));
});
