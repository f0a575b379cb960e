import type { Rules } from '../schema/rules.js';
import { refuse } from './refuse.js';

export const knownAgent = (rules: Rules, name: string): string => {
  if (!rules.agents.includes(name))
    refuse('unknown_agent', `No agent is called ${name}. There are: ${rules.agents.join(', ')}.`, { known: rules.agents });
  return name;
};
