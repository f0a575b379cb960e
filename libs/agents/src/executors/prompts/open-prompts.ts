import { o200kTokenizer } from '@app/handoff';
import type { Prompts } from '../prompt.js';
import { briefingText } from './briefing-text.js';
import { outcomeShape } from './outcome-shape.js';
import { roleText } from './role-text.js';
import { rulesText } from './rules-text.js';

/** Of a role's own file: one with more would crowd out the task. */
const ROLE_TOKENS = 4_000;

/** Instructions have at most 7,000 tokens and a briefing 4,000, whatever a task holds. */
export function openPrompts(projectDir: string): Prompts {
  const shape = outcomeShape();
  return {
    of: async (work) => {
      const [role, tokenizer] = await Promise.all([roleText(projectDir, work.agent.name), o200kTokenizer()]);
      const tokens = tokenizer.countTokens(role);
      if (tokens > ROLE_TOKENS)
        throw new Error(
          `The prompt of ${work.agent.name} has ${tokens} tokens and may have ${ROLE_TOKENS}: shorten its file in .jerry/prompts.`,
        );
      const instructions = `${role}\n\n${rulesText(work)}\n\n## The shape of an outcome, as JSON Schema\n\n\`\`\`json\n${shape}\n\`\`\``;
      return { instructions, briefing: briefingText(work, tokenizer) };
    },
  };
}
