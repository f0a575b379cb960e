import { z } from 'zod';
import { Outcome } from '../../../outcome.js';
import { readOutcome } from '../../../read-outcome.js';
import type { ChatTool } from '../chat/chat.js';
import { type Hush, hushed } from '../run/hush.js';

const [Handoff, Failed] = Outcome.options;

/** APIs want an object at the top, not a choice between two; which of its keys are there is checked when it comes. */
const HandIn = z.strictObject({ ...Handoff.partial().shape, ...Failed.partial().shape });

/** Any JSON may stand in a payload. Said so in full, it is a schema that refers to itself, which some servers don't take. */
const plainPayload = ({ path, jsonSchema }: { path: (string | number)[]; jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (path.at(-1) !== 'payload') return;
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
  jsonSchema.type = 'object';
};

export const HAND_IN: ChatTool = {
  name: 'hand_in',
  description:
    'Ends your work with its outcome: either `handoff`, with what you found, decided or ask, or `failed`, with the reason why nothing can come of it. ' +
    'You can read, plan, review and decide; you cannot change files or run anything, so never claim that you did.',
  schema: z.toJSONSchema(HandIn, { io: 'input', reused: 'inline', override: plainPayload }),
};

export type HandedIn = { readonly outcome: Outcome } | { readonly fault: string };

/** What the model handed in, without secrets, if it can be read. */
export function readHandIn(input: string, hush: Hush): HandedIn {
  const written = parsed(input);
  if (written === undefined) return { fault: 'What was handed in is not JSON, or was cut off.' };
  const given = hushed(written, hush);
  const outcome = readOutcome(given);
  if ('handoff' in outcome) return { outcome };
  const { reason, packet } = outcome.failed;
  if (!Outcome.safeParse(given).success) return { fault: reason };
  // A model knows of no limit that will pass. One that says so again and again would be paid for without end.
  return { outcome: { failed: { class: 'code', reason, ...(packet === undefined ? {} : { packet }) } } };
}

function parsed(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}
