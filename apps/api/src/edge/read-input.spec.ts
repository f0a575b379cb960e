import { BODIES } from '@app/handoff';
import { z } from 'zod';
import { boundedPage, flag, TaskParams, version, waitS } from './fields.js';
import { readInput } from './read-input.js';
import { route } from './route.js';

const HANDOFF = route({
  method: 'POST',
  path: '/v1/tasks/:task_id/handoffs',
  roles: ['agent'],
  params: TaskParams,
  query: z.strictObject({ dry_run: flag.default(false), from: version, wait_s: waitS, ...boundedPage }),
  body: BODIES.handoff,
  status: 201,
  about: '',
});

describe('what a caller is told of what it sent', () => {
  const GOOD = { params: { task_id: 'T1' }, query: { from: '1' }, body: { phase: 'testing' } };
  const told = (sent: object): string[] => {
    try {
      readInput(HANDOFF, { ...GOOD, ...sent });
      return [];
    } catch (error) {
      return (error as Error).message.replace(/\.$/, '').split('; ');
    }
  };
  const query = (more: object) => told({ query: { ...GOOD.query, ...more } });
  const body = (more: object) => told({ body: { ...GOOD.body, ...more } });

  it('nothing, when there is nothing to say', () => expect(told({})).toEqual([]));

  it('what is missing', () => {
    expect(told({ query: {}, body: {} })).toEqual([
      'query.from is missing',
      'phase is missing and must be one of planning, implementing, testing, reviewing, completed',
    ]);
    expect(told({ body: undefined })).toEqual([
      'phase is missing and must be one of planning, implementing, testing, reviewing, completed',
    ]);
  });

  it('what has to stand there instead', () => {
    expect(body({ phase: 'tests', expected_version: '3', state_delta: [] })).toEqual([
      'phase must be one of planning, implementing, testing, reviewing, completed',
      'expected_version must be a number',
      'state_delta must be an object',
    ]);
    expect(body({ expected_version: 0, state_delta: { warnings: 'one', feedback: 'x'.repeat(2_001) } })).toEqual([
      'expected_version must be more than 0',
      'state_delta.warnings must be a list',
      'state_delta.feedback must have at most 2000 characters',
    ]);
    expect(body({ state_delta: { warnings: Array.from({ length: 51 }, () => 'w') } })).toEqual([
      'state_delta.warnings must have at most 50 entries',
    ]);
    expect(told({ body: [] })).toEqual(['the body must be an object']);
  });

  it('of a query also that a name stands there twice', () => {
    expect(query({ limit: ['1', '2'], wait_s: '31', dry_run: 'yes' })).toEqual([
      'query.dry_run must be true or false',
      'query.wait_s must be a whole number from 0 to 30',
      'query.limit must be given once',
    ]);
  });

  it('which name was probably meant', () => {
    expect(body({ state_dleta: {} })).toEqual(['state_dleta is not known here (did you mean state_delta?)']);
  });
});
