/** The JSON object that a text consists of, fenced or not: small models write what they should hand in. */
export function outcomeIn(text: string): string | null {
  const [, fenced] = /^```(?:json)?\s*\n([\s\S]*)\n```$/.exec(text.trim()) ?? [];
  const written = (fenced ?? text).trim();
  return written.startsWith('{') && written.endsWith('}') ? written : null;
}
