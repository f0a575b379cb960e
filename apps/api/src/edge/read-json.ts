import { HandoffError, LIMITS } from '@app/handoff';

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const refused = (message: string): HandoffError =>
  new HandoffError('invalid_request', `The body ${message}.`, { errors: [{ path: '', message }] });

/** JSON as callers may send it: not too deep, and without keys that could reach into an object's making. */
export const readJson = (text: string, deepest: number = LIMITS.bodyDepth): unknown => {
  if (text.trim() === '') return undefined;
  const value = parse(text, deepest);
  requirePlain(value, 1, deepest);
  return value;
};

const parse = (text: string, deepest: number): unknown => {
  // Before anything is built from it: a megabyte of brackets would be walked for nothing.
  requireShallow(text, deepest);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`is not JSON: ${(error as Error).message}`);
  }
};

const requirePlain = (value: unknown, depth: number, deepest: number): void => {
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw refused(`is nested more than ${deepest} levels deep`);
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refused(`has a key that nothing may have: ${key}`);
    requirePlain(inner, depth + 1, deepest);
  }
};

const requireShallow = (text: string, deepest: number): void => {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inText) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inText = false;
    } else if (char === 0x22) inText = true;
    else if (char === 0x7b || char === 0x5b) {
      if (++depth > deepest) throw refused(`is nested more than ${deepest} levels deep`);
    } else if (char === 0x7d || char === 0x5d) depth--;
  }
};
