import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { McpAgent, type McpAnswer } from '../../support/mcp-agent.js';
import type { RunningApi } from '../../support/running-api.js';

/** Does over MCP what the agents of examples/ do over HTTP, by nothing but what the answers say. */
export class McpMember {
  readonly ended: Promise<void>;
  #isOver = false;

  private constructor(
    private readonly agent: McpAgent,
    private readonly project: string,
  ) {
    this.ended = this.#goOn();
  }

  static async start(api: RunningApi, role: string): Promise<McpMember> {
    return new McpMember(await McpAgent.connect(api, `agent:${role}`), api.project);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.ended;
    await this.agent.close();
  }

  async #goOn(): Promise<void> {
    while (!this.#isOver) {
      const answer = await this.agent.call('next_work', { wait_s: 1 });
      if (answer.body.task_id !== null) await this.#work(answer);
    }
  }

  async #work(claimed: McpAnswer): Promise<void> {
    let answer = claimed;
    for (;;) {
      const step = answer.body.next?.actions.find((one) => one.do === 'hand_off');
      if (step === undefined) return;
      const state_delta = await this.#delta(
        String(claimed.body.task_id),
        String(step.arguments.phase),
        String(claimed.body.context_summary),
      );
      answer = await this.agent.call(step.tool, { ...step.arguments, state_delta });
      if (!answer.isError) return;
    }
  }

  async #delta(task: string, leadsTo: string, summary: string): Promise<object> {
    const path = `notes/${task}.md`;
    if (leadsTo === 'implementing') return { decisions: [{ decision: `A note in ${path} is enough.` }] };
    const file = join(this.project, path);
    if (leadsTo !== 'testing') return { checks: [{ name: 'note', passed: (await readFile(file, 'utf8')).startsWith(`Task ${task}:`) }] };
    await mkdir(join(this.project, 'notes'), { recursive: true });
    await writeFile(file, summary);
    return { artifacts: [{ path }], packet: { next_agent_should_first: `See whether ${path} names its task.` } };
  }
}
