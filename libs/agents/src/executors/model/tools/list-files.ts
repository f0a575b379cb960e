import { z } from 'zod';
import { ProjectPath, projectPath } from './project-path.js';
import { sliceOf } from './slice-of.js';
import { type Tool, toolFrom } from './tool.js';
import type { ToolRoom } from './tool-room.js';

const FILES = 500;

export function listFilesTool({ surroundings, tokenizer, maxTokens, hush }: ToolRoom): Tool {
  return toolFrom({
    name: 'list_files',
    description: `Lists the files of the project, or those below a folder, up to ${FILES}.`,
    takes: z.strictObject({ folder: ProjectPath.optional() }),
    use: async ({ folder }) => {
      const inside = folder === undefined || /^\.?\/?$/.test(folder) ? null : projectPath(folder);
      const found = await surroundings.listFiles(inside, FILES + 1);
      if (found.length === 0) return 'There are no files that may be read.';
      const list = hush(found.slice(0, FILES).join('\n'));
      const shown = sliceOf(list, 0, maxTokens, tokenizer);
      const more = shown.end < list.length || found.length > FILES ? '\n[There are more: name a folder.]' : '';
      return shown.text + more;
    },
  });
}
