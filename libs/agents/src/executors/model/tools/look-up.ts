import { z } from 'zod';
import { type Tool, toolFrom } from './tool.js';
import type { ToolRoom } from './tool-room.js';

export function lookUpTool({ surroundings, taskId, maxTokens, hush }: ToolRoom): Tool {
  return toolFrom({
    name: 'look_up',
    description: "Gives what lies behind a handle of the task's summary, such as D17 or issues@12, in full.",
    takes: z.strictObject({
      handle: z.string().min(1).max(100),
      cursor: z.string().min(1).max(1_000).optional().describe('next_cursor of the part before'),
    }),
    use: async ({ handle, cursor }, signal) => {
      const ask = { handle, max_tokens: maxTokens, ...(cursor === undefined ? {} : { cursor }) };
      return hush(JSON.stringify(await surroundings.lookUp(taskId, ask, signal)));
    },
  });
}
