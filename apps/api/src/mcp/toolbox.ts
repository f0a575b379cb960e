import { type Coordinator, type ErrorKind, type HandoffError, type Next, TaskId, type TaskReader, type Tokenizer } from '@app/handoff';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Refusals } from '../edge/refusals.js';
import { putRefusal } from './refusal.js';
import { Room } from './room.js';
import { bounds, type Tool } from './tool.js';
import type { Visitor } from './visitor.js';

/** A secret may stand in hundreds of places; the first few tell enough. */
const REDACTED_TOKENS = 100;
const NEXT_TOKENS = 300;
/** It lies with the call, not with the service: another one may be right. */
const MENDABLE: readonly ErrorKind[] = ['unreadable', 'not_found', 'never_allowed', 'rule'];

interface Parts {
  readonly tools: readonly Tool[];
  readonly coordinator: Pick<Coordinator, 'heartbeat'>;
  readonly reader: Pick<TaskReader, 'state' | 'next'>;
  readonly tokenizer: Tokenizer;
  readonly refusals: Refusals;
}

/** The tools, and what holds for each of them: bounded answers, refusals that can be mended, claims kept alive. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(private readonly parts: Parts) {
    this.#tools = new Map(parts.tools.map((tool) => [tool.name, tool]));
  }

  get tools(): readonly Tool[] {
    return this.parts.tools;
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  async call(tool: Tool, args: Readonly<Record<string, unknown>>, visitor: Visitor): Promise<CallToolResult> {
    const taskId = TaskId.safeParse(args.task_id).data;
    const wanted = bounds.max_tokens.safeParse(args.max_tokens);
    const tokens = wanted.data ?? bounds.max_tokens.parse(undefined);
    try {
      if (taskId !== undefined) await this.#keepAlive(taskId, visitor);
      const { redacted, carryOut } = tool.read(args);
      const room = new Room(tokens, this.parts.tokenizer);
      room.offerSome('redacted', redacted, REDACTED_TOKENS);
      await carryOut(visitor, room);
      return { content: [{ type: 'text', text: room.text }] };
    } catch (thrown) {
      const error = this.parts.refusals.note(thrown, `MCP ${tool.name}`);
      const room = new Room(tokens, this.parts.tokenizer);
      putRefusal(room, error, taskId, await this.#nextAfter(error, taskId, visitor));
      return { content: [{ type: 'text', text: room.text }], isError: true };
    }
  }

  async #nextAfter({ kind, details }: HandoffError, taskId: string | undefined, { principal }: Visitor): Promise<Next | undefined> {
    if (details.next !== undefined) return details.next as Next;
    if (taskId === undefined || !MENDABLE.includes(kind)) return undefined;
    return this.parts.reader.next(taskId, principal, NEXT_TOKENS).catch(() => undefined);
  }

  /** Whoever speaks of a task works on it, also while it only reads. */
  async #keepAlive(taskId: string, { principal }: Visitor): Promise<void> {
    const claim = await this.parts.reader.state(taskId).then(
      (state) => state.claim,
      () => null,
    );
    if (claim?.principal === principal) await this.parts.coordinator.heartbeat(taskId, claim.claim_epoch, principal).catch(() => undefined);
  }
}
