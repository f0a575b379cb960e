/** Names that reach into the making of an object instead of naming a part of it. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export interface JsonBounds {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** A value as what JSON makes of it, cut off from whoever made it; or what keeps it from being taken. */
export function plainJson(given: unknown, { maxBytes, maxDepth }: JsonBounds): { readonly value: unknown } | { readonly fault: string } {
  const text = jsonOf(given);
  if (text === undefined) return { fault: 'it is not JSON' };
  if (new TextEncoder().encode(text).length > maxBytes) return { fault: `it has more than ${maxBytes} bytes` };
  const value: unknown = JSON.parse(text);
  const fault = faultIn(value, maxDepth);
  return fault === undefined ? { value } : { fault };
}

/** Undefined where it has a circle, is too deep for any walk, or is nothing that JSON knows. */
function jsonOf(given: unknown): string | undefined {
  try {
    return JSON.stringify(given);
  } catch {
    return undefined;
  }
}

function faultIn(value: unknown, depthLeft: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depthLeft === 0) return 'it is nested too deeply';
  for (const [key, inner] of Object.entries(value)) {
    const fault = FORBIDDEN.has(key) ? `it has a key that nothing may have: ${key}` : faultIn(inner, depthLeft - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
