/** No answer came back. Whether the request was carried out is not known; sending the very same one again finds out. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}
