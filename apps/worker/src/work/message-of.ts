/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return text.trim() === '' ? 'it said nothing' : text;
}
