import type { ChatTool, ToolAnswer, ToolCall } from '../chat/chat.js';
import { HAND_IN } from './hand-in.js';
import { listFilesTool } from './list-files.js';
import { lookUpTool } from './look-up.js';
import { readFileTool } from './read-file.js';
import type { Tool, ToolSaid } from './tool.js';
import type { ToolRoom } from './tool-room.js';

/** Each answer is bounded, so this bounds what one round can add to the conversation. */
const CALLS_PER_ROUND = 8;
const TOO_MANY: ToolSaid = { text: `Not done: at most ${CALLS_PER_ROUND} calls at once. Ask again.`, failed: true };

/** What the model can use, all of it harmless: it reads, and hands in. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #lookedAt = new Set<string>();

  constructor(room: ToolRoom) {
    const tools = [readFileTool(room), listFilesTool(room), lookUpTool(room)];
    this.#tools = new Map(tools.map((tool) => [tool.about.name, tool]));
  }

  get about(): readonly ChatTool[] {
    return [...[...this.#tools.values()].map(({ about }) => about), HAND_IN];
  }

  /** What was asked for and found. */
  get lookedAt(): ReadonlySet<string> {
    return this.#lookedAt;
  }

  /** One answer for each call, in their order: APIs take no less. `handInFault` is what to say of a call that handed in. */
  async answer(calls: readonly ToolCall[], handInFault: string, signal: AbortSignal): Promise<ToolAnswer[]> {
    const answers: ToolAnswer[] = [];
    for (const [at, call] of calls.entries()) {
      if (call.name === HAND_IN.name) answers.push({ id: call.id, text: handInFault, failed: true });
      else answers.push({ id: call.id, ...(at < CALLS_PER_ROUND ? await this.#use(call, signal) : TOO_MANY) });
    }
    return answers;
  }

  async #use({ name, input }: ToolCall, signal: AbortSignal): Promise<ToolSaid> {
    const tool = this.#tools.get(name);
    if (tool === undefined)
      return { text: `There is no such tool. There are: ${this.about.map((one) => one.name).join(', ')}.`, failed: true };
    const said = await tool.use(input, signal);
    if (!said.failed) this.#lookedAt.add(`${name} ${input}`);
    return said;
  }
}
