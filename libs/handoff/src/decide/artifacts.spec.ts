import { ENGINEER, file, MIRA, QA, REVIEWER, sha256, Walk } from '../../../../test/support/walk.js';

const nextStep = { packet: { next_agent_should_first: 'Go on.' } };

describe('artifacts', () => {
  it('are references, completed by what the service sees', () => {
    const walk = new Walk().to('implementing');
    const files = new Map([['test/a.spec.ts', { artifact_type: 'test' as const, content_hash: sha256('a'), size_bytes: 7 }]]);
    walk.update(ENGINEER, { artifacts: [{ path: 'test/a.spec.ts' }, { path: 'src/unseen.ts' }] }, {}, { files });
    expect(walk.head.artifacts).toEqual([
      { path: 'test/a.spec.ts', artifact_type: 'test', content_hash: sha256('a'), size_bytes: 7, version: 3, agent: 'dev-engineer' },
      { path: 'src/unseen.ts', artifact_type: 'source', content_hash: null, size_bytes: null, version: 3, agent: 'dev-engineer' },
    ]);
  });

  it('keep what was posted where the service sees something else', () => {
    const walk = new Walk().to('implementing');
    const files = new Map([['a.md', { artifact_type: 'doc' as const, content_hash: sha256('disk'), size_bytes: 1 }]]);
    walk.update(ENGINEER, { artifacts: [{ ...file('a.md', 'posted'), artifact_type: 'config' }] }, {}, { files });
    expect(walk.head.artifacts[0]).toMatchObject({ artifact_type: 'config', content_hash: sha256('posted') });
  });

  it('have one current entry per path, the newest first', () => {
    const walk = new Walk().to('implementing');
    walk.update(ENGINEER, { artifacts: [file('a', '1'), file('b', '1')] });
    walk.update(ENGINEER, { artifacts: [file('c', '1'), file('a', '2')] });
    expect(walk.head.artifacts.map(({ path, version }) => [path, version])).toEqual([
      ['c', 4],
      ['a', 4],
      ['b', 3],
    ]);
    expect(walk.head.totals.artifacts).toEqual({ recorded: 3, in_state: 3 });
  });

  it('survive every handoff until they are removed by name', () => {
    const walk = new Walk().to('reviewing');
    expect(walk.head.artifacts.map(({ path }) => path)).toEqual(['src/login.ts']);
    walk.hand(REVIEWER, 'implementing', { feedback: 'No' });
    walk.update(ENGINEER, { artifacts_removed: ['src/login.ts'] });
    expect(walk.head).toMatchObject({ artifacts: [], artifact_set: { current: 0, unhashed: 0, digest: '0'.repeat(64) } });
    expect(walk.record.removed).toEqual(['src/login.ts']);
    expect(walk.code(() => walk.update(ENGINEER, { artifacts_removed: ['src/login.ts'] }))).toBe('unknown_item');
  });

  it('count for the exit rule, be replaced and be removed also after they moved out of the state', () => {
    const walk = new Walk().to('implementing');
    for (let round = 0; round < 4; round++)
      walk.update(ENGINEER, { artifacts: Array.from({ length: 100 }, (_, k) => file(`src/${round}/${k}.ts`)) });
    const { artifact_set, artifacts } = walk.head;
    expect(artifact_set.current).toBe(400);
    expect(artifacts.length).toBeLessThan(100);
    expect(artifacts.some(({ path }) => path === 'src/0/0.ts')).toBe(false);
    walk.update(ENGINEER, { artifacts: [file('src/0/0.ts', 'again')] });
    expect(walk.head.artifact_set.current).toBe(400);
    walk.update(ENGINEER, { artifacts_removed: ['src/0/1.ts'] });
    expect(walk.head).toMatchObject({ artifact_set: { current: 399 }, totals: { artifacts: { recorded: 399 } } });
    walk.update(ENGINEER, { artifacts: [file('src/0/0.ts')] });
    walk.update(ENGINEER, { artifacts: [file('src/0/1.ts')] });
    expect(walk.head.artifact_set).toEqual(artifact_set);
  });

  it('have a digest that depends on paths and hashes, and not on their order', () => {
    const digest = (...posted: object[]) => {
      const walk = new Walk().to('implementing');
      for (const one of posted) walk.update(ENGINEER, { artifacts: [one] });
      return walk.head.artifact_set.digest;
    };
    const same = digest(file('a'), file('b'));
    expect(digest(file('b'), file('a'))).toBe(same);
    expect(digest(file('a', 'old'), file('b'), file('a'))).toBe(same);
    expect(digest(file('a'), file('b', 'other'))).not.toBe(same);
    expect(digest(file('a', 'b'), file('b', 'a'))).not.toBe(same);
    expect(digest(file('a'))).not.toBe(same);
  });
});

describe('unchanged work', () => {
  const sentBack = (walk = new Walk().to('testing')): Walk => {
    walk.hand(QA, 'implementing', { feedback: 'Session lost' });
    return walk;
  };
  const forward = (walk: Walk, delta = {}) => walk.code(() => walk.hand(ENGINEER, 'testing', delta));

  it('does not leave the phase it was sent back to', () => {
    const walk = sentBack();
    expect(forward(walk)).toBe('unchanged_work');
    expect(forward(walk, { artifacts: [file('src/login.ts')] })).toBe('unchanged_work');
  });

  it.each([
    ['another content', { artifacts: [file('src/login.ts', 'mended')] }],
    ['another file', { artifacts: [file('src/other.ts')] }],
    ['a file less', { artifacts: [file('src/other.ts')], artifacts_removed: ['src/login.ts'] }],
    ['a reason', { repeat_reason: 'The test was wrong.' }],
  ])('leaves it with %s', (_what, delta) => {
    expect(forward(sentBack(), delta)).toBe('accepted');
  });

  it('records the reason', () => {
    const walk = sentBack();
    walk.hand(ENGINEER, 'testing', { repeat_reason: 'The test was wrong.' });
    expect(walk.record.repeat_reason).toBe('The test was wrong.');
  });

  it('is compared with the files as the send-back left them', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'implementing', { feedback: 'No', artifacts: [file('test/safari.spec.ts')] });
    expect(forward(walk)).toBe('unchanged_work');
  });

  it('cannot be told while a file of unknown content is among them', () => {
    const walk = new Walk().to('testing');
    walk.update(QA, { artifacts: [{ path: 'src/unseen.ts' }] });
    expect(forward(sentBack(walk))).toBe('accepted');
  });

  it('is noticed after a continuation, a release, a reassign and a change that was taken back', () => {
    const walk = sentBack();
    walk.hand(ENGINEER, 'implementing', nextStep);
    walk.claim(ENGINEER);
    walk.release(ENGINEER);
    walk.do(MIRA, 'reassign', { target_agent: 'dev-engineer', reason: 'again' });
    walk.update(ENGINEER, { artifacts: [file('src/login.ts', 'tried')] });
    walk.update(ENGINEER, { artifacts: [file('src/login.ts')] });
    expect(forward(walk)).toBe('unchanged_work');
  });

  it('is noticed however much was said since', () => {
    const walk = sentBack();
    for (let k = 0; k < 30; k++) walk.update(ENGINEER, { feedback: `note ${k} `.repeat(60) });
    expect(walk.head.retry_feedback.length).toBeLessThan(30);
    expect(forward(walk)).toBe('unchanged_work');
  });

  it('is noticed when a human was asked before the work came back', () => {
    const walk = new Walk().to('testing');
    walk.hand(QA, 'implementing', { feedback: 'No', issues_raised: [{ issue: 'Ok?', severity: 'low', requires_human: true }] });
    walk.vote(MIRA, 'approve');
    expect(forward(walk)).toBe('unchanged_work');
  });

  it('is asked of that phase alone', () => {
    const walk = sentBack();
    walk.hand(ENGINEER, 'testing', { repeat_reason: 'The test was wrong.' });
    expect(walk.code(() => walk.hand(QA, 'reviewing'))).toBe('accepted');
  });

  it('is not asked of a move back', () => {
    const walk = sentBack();
    expect(walk.code(() => walk.hand(ENGINEER, 'planning', { feedback: 'The plan is wrong' }))).toBe('accepted');
  });
});
