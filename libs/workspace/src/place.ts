import type { FileIdentity } from './file-identity.js';

/**
 * What lies behind a path of the project: a file; something else, such as a directory or a pipe; nothing; or what must or can not be
 * looked at from here, because it lies outside, is the service's or git's own, is forbidden to this user, or is a link that leads nowhere.
 */
export type Place =
  | { readonly kind: 'file'; readonly realPath: string; readonly identity: FileIdentity }
  | { readonly kind: 'other' | 'missing' | 'hidden' };
