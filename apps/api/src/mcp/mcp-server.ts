import { nameOf } from '@app/handoff';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { instructionsFor } from './instructions.js';
import type { Tool } from './tool.js';
import type { Toolbox } from './toolbox.js';
import type { Visitor } from './visitor.js';

const IDENTITY = { name: 'jerry-handoff', version: '1' };

const listed = ({ name, about, schema, isReading }: Tool) => ({
  name,
  description: about,
  inputSchema: { type: 'object' as const, ...schema },
  // Else clients take it that a tool may destroy something or reach out into the world, and ask a person each time.
  annotations: isReading ? { readOnlyHint: true } : { destructiveHint: false, openWorldHint: false },
});

/**
 * The server for one message of one caller. The low-level one: the high-level one checks arguments itself and refuses in words of its own,
 * where ours name the place, the nearest key and what can be done now.
 */
export const mcpServer = (toolbox: Toolbox, visitor: Visitor): Server => {
  const server = new Server(IDENTITY, { capabilities: { tools: {} }, instructions: instructionsFor(nameOf(visitor.principal)) });
  server.setRequestHandler('tools/list', () => ({ tools: toolbox.tools.map(listed) }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }) => {
    const tool = toolbox.find(name);
    if (tool !== undefined) return toolbox.call(tool, args, visitor);
    const names = toolbox.tools.map((one) => one.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool of this name; there are ${names}.`);
  });
  return server;
};
