/** What each of so many people pays of a bill, in cents. */
export function split(total, people) {
  return Array.from({ length: people }, () => Math.round(total / people));
}
