import type { LogEvent } from './log-event.js';

/** For programs: one JSON object on one line. */
export function jsonLine({ time, level, process, message, fields }: LogEvent): string {
  const named = { time: time.toISOString(), level, process, message };
  // First for readers, last so that no field takes their place.
  return `${JSON.stringify({ ...named, ...fields, ...named })}\n`;
}
