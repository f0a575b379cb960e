import type { TaskEvent, TaskReader, TaskStore } from '@app/handoff';
import type { Logger, Notifier } from '@app/platform';
import { question } from './question.js';

interface Parts {
  readonly store: Pick<TaskStore, 'subscribe'>;
  readonly reader: Pick<TaskReader, 'gate'>;
  readonly notifier: Notifier;
  readonly logger: Logger;
  /** Where this service is reached. */
  readonly address: string;
}

/** Tells people what waits for them: at the terminal, and by the project's `notify` command. */
export const announce = ({ store, reader, notifier, logger, address }: Parts): (() => void) => {
  const ask = async ({ gate_id }: TaskEvent): Promise<void> => {
    if (gate_id !== undefined) logger.warn(question(await reader.gate(gate_id), address));
  };
  return store.subscribe((event) => {
    if (event.name !== 'gate.opened' && event.name !== 'task.abandoned') return;
    notifier.notify(event);
    // The gate can be looked at later; an answer to an agent is not held up by it.
    if (event.name === 'gate.opened')
      ask(event).catch((error: Error) => logger.error(`${event.gate_id} asks a person, and cannot be shown here: ${error.message}`));
  });
};
