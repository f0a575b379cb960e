import type { LogEvent } from './log-event.js';

const COLOURS: Readonly<Partial<Record<LogEvent['level'], string>>> = { error: '\x1b[31m', warn: '\x1b[33m', debug: '\x1b[2m' };
const PLAIN = '\x1b[0m';

/** For a person at a terminal: `2026-11-18T12:03:11Z info  api    Listening.  port=4777` */
export function prettyLine({ time, level, process, message, fields }: LogEvent, inColour: boolean): string {
  const moment = time.toISOString().replace(/\.\d+Z$/, 'Z');
  const facts = Object.entries(fields).map(([name, value]) => `  ${name}=${visible(bare(value))}`);
  const line = `${moment} ${level.padEnd(5)} ${process.padEnd(6)} ${visible(message)}${facts.join('')}`;
  const colour = inColour ? COLOURS[level] : undefined;
  return `${colour === undefined ? line : `${colour}${line}${PLAIN}`}\n`;
}

function bare(value: string | number | boolean | null): string {
  return typeof value === 'string' && /^$|[\s"=]/.test(value) && !value.includes('\n') ? JSON.stringify(value) : String(value);
}

/** A stack stays one event: its further lines are indented. Nothing else a terminal would obey gets through, whoever wrote it. */
function visible(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('\n', '\n  ');
}
