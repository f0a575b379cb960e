import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly command: readonly string[];
  readonly user?: string;
  readonly init?: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly cap_drop: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const VARIABLE = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g;

/** The file as compose would read it, with the variables filled in as compose does. */
export const composeFile = (text: string, env: Readonly<Record<string, string>>): ComposeFile =>
  parse(
    text.replace(VARIABLE, (_, name: string, how: string, word: string) => env[name] || (how === '-' ? word : '')),
    { merge: true },
  ) as ComposeFile;

/** The variables it asks for, and whether it can do without. */
export const variablesIn = (text: string): ReadonlyMap<string, 'required' | 'optional'> =>
  new Map([...text.matchAll(VARIABLE)].map(([, name = '', how]) => [name, how === '-' ? 'optional' : 'required']));
