import { onTopic } from './on-topic.js';
import type { Topic } from './relevance.js';

const topic: Topic = [
  ['Login sessions survive a server restart', 3],
  ['Sessions are lost when the login server restarts', 2],
  ['src/login/session-store.ts', 1],
];
const entry = (id: string, text: string) => ({ id, text, why: null });

describe('onTopic', () => {
  it('is sure of what shares rare words with the topic, whatever its age, and not of notes on other work', () => {
    const relevance = onTopic(topic, [
      entry('D2', 'Sessions live in a signed cookie, the login server keeps none'),
      entry('D9', 'Robots reserve eight cells ahead in the aisle'),
    ]);
    expect(relevance.get('D2')).toBeGreaterThan(0.7);
    expect(relevance.get('D9')).toBeLessThan(0.05);
  });

  it('does not take words for a sign that any work is described with', () => {
    const relevance = onTopic([['The test of the server fails after a change', 3]], [entry('N4', 'Change the test so that it fails')]);
    expect(relevance.get('N4')).toBeLessThan(0.5);
  });

  it('believes in what was posted together with something on the topic a little more', () => {
    const items = [entry('D3', 'Session store of the login server in SQLite'), entry('D5', 'Palette of the brand book')];
    const relevance = onTopic(topic, [...items, entry('N3', 'Safari login'), entry('N5', 'Safari login')]);
    expect(relevance.get('N3')).toBeGreaterThan(relevance.get('N5') ?? 1);
  });

  it('has nothing to say about nothing', () => expect(onTopic(topic, [])).toEqual(new Map()));
});
