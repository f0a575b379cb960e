import { Answerer } from './answerer.js';
import { Coordinator } from './coordinator.js';
import { ItemGatherer } from './gather-items.js';
import { KnownHistory } from './known-history.js';
import type { Ports, Settings } from './ports.js';
import { TaskReader } from './task-reader.js';

/** The two faces of the domain towards the outside: one door for changes, one for questions. */
export interface Desk {
  readonly coordinator: Coordinator;
  readonly reader: TaskReader;
}

export const openDesk = (ports: Ports, settings: Settings): Desk => {
  const history = new KnownHistory(ports.store);
  const gatherer = new ItemGatherer(ports, settings, history);
  const answerer = new Answerer(ports, settings, gatherer, history);
  return {
    coordinator: new Coordinator(ports, settings, gatherer, answerer),
    reader: new TaskReader(ports, settings, gatherer, answerer, history),
  };
};
