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
    const [own = 0, foreign = 1] = onTopic(topic, [
      entry('D2', 'Sessions live in a signed cookie, the login server keeps none'),
      entry('D9', 'Robots reserve eight cells ahead in the aisle'),
    ]);
    expect(own).toBeGreaterThan(0.7);
    expect(foreign).toBeLessThan(0.05);
  });

  it('does not take words for a sign that any work is described with', () => {
    const [generic = 1] = onTopic([['The test of the server fails after a change', 3]], [entry('N4', 'Change the test so that it fails')]);
    expect(generic).toBeLessThan(0.5);
  });

  it('believes in what was posted together with something on the topic a little more', () => {
    const items = [entry('D3', 'Session store of the login server in SQLite'), entry('D5', 'Palette of the brand book')];
    const [, , together = 0, apart = 0] = onTopic(topic, [...items, entry('N3', 'Safari login'), entry('N5', 'Safari login')]);
    expect(together).toBeGreaterThan(apart);
  });

  it('has nothing to say about nothing', () => expect(onTopic(topic, [])).toEqual([]));
});
