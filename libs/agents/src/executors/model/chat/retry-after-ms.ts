/** How long a server asks to be left alone; null when it doesn't say. */
export function retryAfterMs(headers: unknown): number | null {
  if (!(headers instanceof Headers)) return null;
  const inMs = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (inMs >= 0) return inMs;
  const said = headers.get('retry-after') ?? '';
  const inS = Number(said);
  if (said.trim() !== '' && inS >= 0) return inS * 1_000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
