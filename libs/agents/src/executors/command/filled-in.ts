/** What arguments of a command may name. */
export interface Places {
  readonly prompt_file: string;
  readonly outcome_file: string;
  readonly input_file: string;
  readonly task_id: string;
  readonly work_dir: string;
}

const NAMES = ['prompt_file', 'outcome_file', 'input_file', 'task_id', 'work_dir'] as const satisfies readonly (keyof Places)[];
const PLACEHOLDER = new RegExp(`\\{(${NAMES.join('|')})\\}`, 'g');

/** An argument with its places filled in, in one pass: what is filled in is not looked at again, and no shell will read it. */
export const filledIn = (argument: string, places: Places): string =>
  argument.replace(PLACEHOLDER, (_, name: keyof Places) => places[name]);
