/** An amount in cents, as people write it. */
export function format(cents) {
  return `${Math.floor(cents / 100)}.${cents % 100}`;
}
