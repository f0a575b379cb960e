import type { Handed } from './handed.js';
import type { Ran } from './ran.js';

/** How one program is run and understood. */
export interface Recipe {
  /** The program first; places are filled in afterwards. */
  readonly argv: readonly string[];
  /** Names of variables it gets, beside what every program gets. */
  readonly env: readonly string[];
  /** What it reads from its standard input: the work as JSON, or the prompt as text. */
  readonly stdin: 'input' | 'prompt';
  /** What its agent is told about where the outcome goes. */
  readonly handIn: string;
  readonly handedIn: (ran: Ran) => Handed;
}
