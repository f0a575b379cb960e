import type { TaskEvent } from '../ports/task-event.js';

/** How far somebody has seen what happened to a task: all of every version before, and `k` events of this one. */
export interface EventPlace {
  readonly version: number;
  readonly k: number;
}

/** All of a version was seen. */
export const afterVersion = (version: number): EventPlace => ({ version, k: Number.POSITIVE_INFINITY });

/** As event ids have it: `17.2`, or `17` for all of it. Null when it is neither. */
export const readEventPlace = (text: string): EventPlace | null => {
  const [, version, k] = /^(0|[1-9]\d{0,8})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (version === undefined) return null;
  return k === undefined ? afterVersion(Number(version)) : { version: Number(version), k: Number(k) };
};

export const showEventPlace = ({ version, k }: EventPlace): string => (Number.isFinite(k) ? `${version}.${k}` : String(version));

export const placeOf = ({ id, version }: Pick<TaskEvent, 'id' | 'version'>): EventPlace => ({
  version,
  k: Number(id.slice(id.indexOf('.') + 1)),
});

/** Whether the event is still to be seen by whoever is at this place. */
export const isAfter = (event: Pick<TaskEvent, 'id' | 'version'>, { version, k }: EventPlace): boolean =>
  event.version > version || (event.version === version && placeOf(event).k > k);
