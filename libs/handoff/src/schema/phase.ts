import { z } from 'zod';

/** In the order work goes through them. */
export const PHASES = ['planning', 'implementing', 'testing', 'reviewing', 'completed'] as const;
export const Phase = z.enum(PHASES);
export type Phase = z.infer<typeof Phase>;

/** The phases somebody works in; `completed` is where work ends. */
export const WORK_PHASES = ['planning', 'implementing', 'testing', 'reviewing'] as const satisfies readonly Phase[];
export const WorkPhase = z.enum(WORK_PHASES);
export type WorkPhase = z.infer<typeof WorkPhase>;

export const isFurther = (a: Phase, b: Phase): boolean => PHASES.indexOf(a) > PHASES.indexOf(b);
