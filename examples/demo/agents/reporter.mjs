/** One line of JSON for each test that ended: what `node --test` tells people, for programs. */
export default async function* reporter(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { cause = data.details?.error } = data.details?.error ?? {};
    const [error] = String(cause?.message ?? cause ?? '').split('\n');
    yield `${JSON.stringify({ name: data.name, passed: type === 'test:pass', error })}\n`;
  }
}
