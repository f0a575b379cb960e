import type { TaskEvent } from '@app/handoff';

/** What somebody sees first: that they are connected, and where they stand. It names a place before anything has happened there. */
export const helloFrame = (id: string): string => `: connected\nid: ${id}\n\n`;

/** So that neither side, nor anything between, takes silence for the end. */
export const QUIET_FRAME = ': still here\n\n';

/** Something may have been missed: whoever reads this loads what matters anew, and goes on from here. */
export const resetFrame = (id: string): string => `id: ${id}\nevent: reset\ndata: {}\n\n`;

/** A pointer to what happened, as server-sent events write it. */
export const eventFrame = ({ id, name, ...event }: TaskEvent & { readonly cursor?: string }): string => {
  const { cursor, ...data } = event;
  return `id: ${cursor ?? id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
};
