import { CannotStart } from './cannot-start.js';

/** What a person has to change when the operating system refuses, by its code. */
const SENTENCES: Readonly<Record<string, (where: string, code: string) => string>> = {
  ENOSPC: (where) => `No space is left on the disk of ${where}: free some, and start again.`,
  EDQUOT: (where) => `The quota of this user on the disk of ${where} is used up: free some space, and start again.`,
  EROFS: (where) =>
    `${where} is on a disk that is mounted read-only: have it mounted to be written, or set JERRY_PROJECT_DIR to another project.`,
  EACCES: (where, code) =>
    `${where} cannot be used (${code}): allow this user to read and write there, or set JERRY_PROJECT_DIR to another project.`,
  EPERM: (where, code) =>
    `${where} cannot be used (${code}): allow this user to read and write there, or set JERRY_PROJECT_DIR to another project.`,
  EMFILE: (_, code) => `Too many files are open (${code}): let this user open more (ulimit -n), and start again.`,
  ENFILE: (_, code) => `Too many files are open on this machine (${code}): let it open more, and start again.`,
  EIO: (where) => `The disk of ${where} fails (EIO): look into the log of the system, and start again on a sound disk.`,
};

interface SystemError {
  readonly code?: unknown;
  readonly path?: unknown;
  readonly cause?: unknown;
}

/** What the operating system refused, anywhere in a start, as a sentence with the remedy; undefined when it is something else that broke. */
export function systemRefusal(error: unknown, where?: string): CannotStart | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, path, cause } = error as SystemError;
  const sentence = SENTENCES[String(code)];
  if (sentence === undefined) return systemRefusal(cause, where);
  return new CannotStart(sentence(where ?? String(path ?? 'this process'), String(code)), { cause: error });
}
