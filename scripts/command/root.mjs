import { fileURLToPath } from 'node:url';

/** The clone these scripts belong to, wherever they are called from. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
