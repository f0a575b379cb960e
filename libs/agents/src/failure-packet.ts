import { LIMITS } from '@app/handoff';
import type { Failure } from './outcome.js';

type Packet = NonNullable<Failure['packet']>;
type Finding = NonNullable<Packet['observed']>[number];

/** What a failed step leaves to whoever comes next: what was attempted and what was seen, each within what a packet may hold. */
export const failurePacket = (attempted: string, observed: readonly Finding[]): Packet => ({
  attempted: bounded(attempted, LIMITS.textChars),
  observed: observed.slice(0, LIMITS.listItems).map(({ finding, source, ...rest }) => ({
    ...rest,
    finding: bounded(finding, LIMITS.findingChars),
    ...(source !== undefined && { source: bounded(source, LIMITS.textChars) }),
  })),
});

const bounded = (text: string, maxChars: number): string => text.slice(0, maxChars).toWellFormed().trim() || '(nothing)';
