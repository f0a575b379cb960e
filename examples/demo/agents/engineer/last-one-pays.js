/** What each of so many people pays of a bill, in cents. The last one pays what rounding leaves over. */
export function split(total, people) {
  const share = Math.round(total / people);
  return Array.from({ length: people }, (_, place) => (place < people - 1 ? share : total - share * (people - 1)));
}
