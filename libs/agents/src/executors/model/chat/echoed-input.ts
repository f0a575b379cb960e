/** What a model is shown again of its own call. Servers parse it, and some refuse a whole conversation for what is no JSON object. */
export function echoedInput(input: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(input);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : {};
  } catch {
    return {};
  }
}
