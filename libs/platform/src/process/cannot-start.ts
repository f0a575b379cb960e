/**
 * A start that only a person can make succeed: a port in use, a directory that cannot be written, a second instance.
 * The message is one sentence that names the remedy; it is shown as it stands, without a stack, and nothing is tried again.
 */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
