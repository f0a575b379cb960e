import { z } from 'zod';

const LONGEST_S = 30;
/** Most clients give up on a call after a minute, some after half of one. */
const USUAL_S = 20;

/** How long a call waits for something to happen. */
export const waitS = z.number().int().min(0).max(LONGEST_S).default(USUAL_S);
