import { Answerer } from './answerer.js';
import { Coordinator } from './coordinator.js';
import { Explainer } from './explainer.js';
import { ItemGatherer } from './gather-items.js';
import { HandoffPreviewer } from './handoff-previewer.js';
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
  const explainer = new Explainer(ports.store, gatherer, answerer);
  const previewer = new HandoffPreviewer(ports, settings, gatherer, answerer, explainer);
  return {
    coordinator: new Coordinator(ports, settings, gatherer, answerer, explainer),
    reader: new TaskReader(ports, settings, answerer, history, previewer),
  };
};
