import type { Next, Rules } from '@app/handoff';
import { createLogger } from '@app/platform';
import type { CheckDesk } from '../../apps/api/src/checks/check-desk.js';
import { dueTimes } from '../../apps/api/src/claiming/due-times.js';
import { NextClaim } from '../../apps/api/src/claiming/next-claim.js';
import { openWaitingRoom } from '../../apps/api/src/claiming/open-waiting-room.js';
import { CommandDoor } from '../../apps/api/src/desk/command-door.js';
import { Refusals } from '../../apps/api/src/edge/refusals.js';
import { openToolbox } from '../../apps/api/src/mcp/open-toolbox.js';
import type { ToolName } from '../../apps/api/src/mcp/tool-name.js';
import type { Toolbox } from '../../apps/api/src/mcp/toolbox.js';
import { PresenceBook } from '../../apps/api/src/waiting/presence-book.js';
import { Vigils } from '../../apps/api/src/waiting/vigils.js';
import { House } from './house.js';
import { MemoryStore } from './memory-store.js';

interface ToolAnswer {
  readonly isError: boolean;
  readonly tokens: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly next?: Pick<Next, 'you'> };
}

/** The tools on the real domain, without HTTP and without programs: checks come out as a test says. */
export class ToolHouse {
  /** What broke, as the log has it. */
  log = '';
  readonly toolbox: Toolbox;
  checked: Pick<CheckDesk, 'run'>['run'] = async () => {
    throw new Error('No check was expected.');
  };

  private constructor(readonly house: House) {
    const { store, rules, leases, tokenizer } = house;
    const clock = { now: () => new Date(house.now) };
    const metrics = { replayed: () => undefined, summarised: () => undefined, refused: () => undefined };
    const door = new CommandDoor(house, metrics);
    const hear = (text: string): void => {
      this.log += text;
    };
    this.toolbox = openToolbox({
      ...{ desk: house, door, tokenizer },
      nextClaim: new NextClaim(openWaitingRoom(store, dueTimes({ clock, leases, rules })), door),
      vigils: new Vigils(new PresenceBook(clock)),
      project: { rules, checks: {} },
      checks: { run: (...asked) => this.checked(...asked) },
      refusals: new Refusals(createLogger({ name: 'tools', level: 'error', write: hear }), metrics),
    });
  }

  static async open(rules?: Rules): Promise<ToolHouse> {
    return new ToolHouse(await House.open(new MemoryStore(), rules));
  }

  async call(agent: string, name: ToolName, args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    const tool = this.toolbox.find(name);
    if (tool === undefined) throw new Error(`There is no ${name}.`);
    const principal = `agent:${agent}`;
    const line = { principal, onClosed: () => undefined, lengthen: () => undefined };
    const { content, isError = false } = await this.toolbox.call(tool, args, { principal, instance: 'mcp', line });
    const [part] = content;
    if (content.length !== 1 || part?.type !== 'text') throw new Error('An answer is one text.');
    return { isError, tokens: this.house.tokenizer.countTokens(part.text), body: JSON.parse(part.text) };
  }
}
