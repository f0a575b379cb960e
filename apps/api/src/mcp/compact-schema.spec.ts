import { BODIES, StateDelta } from '@app/handoff';
import { z } from 'zod';
import { compactSchema } from './compact-schema.js';

const takes = z.strictObject({ ...BODIES.handoff.shape, wait_s: z.number().int().min(0).default(20).describe('how long') });

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}

const keysIn = (schema: unknown): string[] =>
  typeof schema !== 'object' || schema === null ? [] : Object.entries(schema).flatMap(([key, inner]) => [key, ...keysIn(inner)]);

describe('a compact schema', () => {
  it('has every key of a state_delta that a model may fill, from the schema that reads it, and no limits', () => {
    const { properties } = compactSchema(takes, 'full') as Schema;
    const delta = properties?.state_delta;
    expect(Object.keys(delta?.properties ?? {})).toEqual(Object.keys(StateDelta.shape));
    expect(delta?.properties?.issues_raised?.items).toEqual({
      type: 'object',
      properties: {
        issue: { type: 'string' },
        severity: { type: 'string', enum: ['blocker', 'high', 'medium', 'low'] },
        suggested_action: { type: 'string' },
        requires_human: { type: 'boolean' },
      },
      required: ['issue', 'severity'],
    });
    expect(delta?.properties?.artifacts?.items).toEqual({ type: 'object', properties: { path: { type: 'string' } }, required: ['path'] });
    expect(delta?.properties?.packet?.properties?.payload).toEqual({ type: 'object' });
    expect(keysIn(delta).filter((key) => /max|min|pattern|additional|\$|default/i.test(key))).toEqual([]);
  });

  it('names a state_delta where it is spelt out elsewhere', () => {
    const { properties } = compactSchema(takes, 'named') as Schema;
    expect(properties?.state_delta).toEqual({ type: 'object', description: 'as in hand_off' });
  });

  it('keeps what is said of an argument, asks only for what has no default, and for what it is told to', () => {
    const { properties, required } = compactSchema(takes, 'named', ['expected_version']) as Schema;
    expect(properties?.wait_s).toEqual({ type: 'integer', description: 'how long' });
    expect(required).toEqual(['phase', 'expected_version']);
  });
});
