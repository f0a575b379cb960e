import { HandoffError } from '../errors/handoff.error.js';
import type { TaskEntry } from './task-entry.js';

export const requireVersion = ({ id, point }: TaskEntry, version: number): void => {
  if (Number.isInteger(version) && version >= 1 && version <= point.version) return;
  throw new HandoffError('version_not_found', `${id} has no version ${version}; its newest is ${point.version}.`, {
    current_version: point.version,
  });
};
