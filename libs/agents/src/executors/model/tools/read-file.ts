import { z } from 'zod';
import { ProjectPath, projectPath } from './project-path.js';
import { sliceOf } from './slice-of.js';
import { type Tool, toolFrom } from './tool.js';
import type { ToolRoom } from './tool-room.js';

const FILE_BYTES = 512 * 1024;

export function readFileTool({ surroundings, tokenizer, maxTokens, hush }: ToolRoom): Tool {
  return toolFrom({
    name: 'read_file',
    description: 'Reads a text file of the project, a part at a time.',
    takes: z.strictObject({
      path: ProjectPath,
      offset: z.number().int().min(0).default(0).describe('the character to begin at, as the part before says'),
    }),
    use: async ({ path, offset }) => {
      const file = await surroundings.readText(projectPath(path), FILE_BYTES);
      if (file === null) throw new Error(`there is no file ${path} that may be read. list_files shows which there are.`);
      // Taken out of the whole, or the border between two parts could hide half a secret.
      const text = hush(file.text);
      if (offset > text.length) throw new Error(`${path} has only ${text.length} characters.`);
      const part = sliceOf(text, offset, maxTokens, tokenizer);
      const more =
        part.end < text.length ? `; go on with offset ${part.end}` : file.truncated ? '; what follows is too far in to be read' : '';
      return `${part.text}\n[${path}, characters ${offset} to ${part.end} of ${text.length}${file.truncated ? ' and more' : ''}${more}]`;
    },
  });
}
