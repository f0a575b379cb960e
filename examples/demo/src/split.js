/** What each of so many people pays of a bill, in cents. */
export function split() {
  throw new Error('split is still to be written');
}
