import type { Next } from '@app/handoff';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RunningApi } from './running-api.js';

export interface McpAnswer {
  readonly isError: boolean;
  /** As a model reads it. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly task_id?: string | null;
    readonly expected_version?: number;
    readonly claim_epoch?: number;
    readonly code?: string;
    readonly next?: Pick<Next, 'you' | 'waiting_for'> & { readonly actions: readonly Step[] };
  };
}

interface Step {
  readonly do: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly fill?: readonly string[];
}

interface Wanted {
  /** `?instance=b`, say. */
  readonly query?: string;
  /** Speaks the revision without sessions and handshake; else one of those before. */
  readonly isModern?: boolean;
}

/** An agent behind the official client. */
export class McpAgent {
  private constructor(readonly client: Client) {}

  static async connect(api: RunningApi, principal: string, { query = '', isModern = false }: Wanted = {}): Promise<McpAgent> {
    const headers = { authorization: `Bearer ${await api.tokenOf(principal)}` };
    const client = new Client({ name: 'tests', version: '1' }, isModern ? { versionNegotiation: { mode: 'auto' } } : {});
    await client.connect(new StreamableHTTPClientTransport(new URL(`${api.address}/mcp${query}`), { requestInit: { headers } }));
    return new McpAgent(client);
  }

  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<McpAnswer> {
    const { content, isError = false } = await this.client.callTool({ name, arguments: args });
    const [part] = content;
    if (content.length !== 1 || part?.type !== 'text') throw new Error(`An answer is one text, not ${JSON.stringify(content)}.`);
    return { isError, text: part.text, body: JSON.parse(part.text) };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
