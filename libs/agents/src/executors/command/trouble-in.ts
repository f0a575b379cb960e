import { encodeValue } from '@app/handoff';
import type { Trouble } from './handed.js';

const USED_UP =
  /\b(usage|rate|session|weekly|spend(ing)?) ?limit|hit your (\w+ )*limit|quota|out of (extra )?(usage|credits)|too many requests/i;
const SIGNED_OUT = /not (logged|signed) in|log ?in (again|to)|\/login|invalid api key|unauthori[sz]ed|authentication|credit balance/i;
const PASSES = /overloaded|timed? ?out|connection|network|ECONN|ENOTFOUND|EAI_AGAIN|stream disconnected|internal server error|\b5\d\d\b/i;

const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const;
const LONGEST_S = 86_400;
const REASON_CHARS = 1_000;

/**
 * What a coding agent's own error says about trying again. Used up or signed out is nothing its work is to blame for and does not pass
 * within seconds; a lost connection does.
 */
export function troubleIn(message: string, status: number | undefined, nowMs: number): Trouble {
  const reason = encodeValue(message).slice(0, REASON_CHARS);
  if (status === 429 || USED_UP.test(message)) {
    const after = retryAfterS(message, nowMs);
    return { class: 'limit', reason, ...(after !== undefined && { retry_after_s: after }) };
  }
  if (status === 401 || status === 403 || SIGNED_OUT.test(message)) return { class: 'limit', reason };
  if ((status !== undefined && status >= 500) || PASSES.test(message)) return { class: 'transient', reason };
  return { class: 'code', reason };
}

/** `…|1762952400`, `"resets_in_seconds":13872`, `try again in 2 days 17 hours 14 minutes`. A time of day alone says too little. */
function retryAfterS(message: string, nowMs: number): number | undefined {
  const epochS = /\|(\d{10})\b/.exec(message)?.[1];
  if (epochS !== undefined) return within(Number(epochS) - nowMs / 1_000);
  const seconds = /resets_in_seconds"?\s*:\s*(\d+)/.exec(message)?.[1];
  if (seconds !== undefined) return within(Number(seconds));
  const spans = /\bin ((?:\d+ (?:day|hour|minute|second)s?[ ,and]*)+)/.exec(message)?.[1];
  if (spans === undefined) return undefined;
  const parts = [...spans.matchAll(/(\d+) (day|hour|minute|second)/g)];
  return within(parts.reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit as keyof typeof SECONDS], 0));
}

const within = (seconds: number): number => Math.min(LONGEST_S, Math.max(0, Math.ceil(seconds)));
