import { hash } from 'node:crypto';

/** SHA-256 in lower-case hex; a text is taken as UTF-8. */
export const sha256 = (data: string | Buffer): string => hash('sha256', data, 'hex');
