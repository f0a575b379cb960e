/** What each of so many people pays of a bill, in cents. What cannot be divided is paid by the first ones, a cent each. */
export function split(total, people) {
  const least = Math.floor(total / people);
  const left = total - least * people;
  return Array.from({ length: people }, (_, place) => least + (place < left ? 1 : 0));
}
