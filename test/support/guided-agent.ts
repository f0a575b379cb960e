import { appendFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Action, Next } from '@app/handoff';

interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly task_id?: string | null; readonly next?: Next };
}

type Fields = Record<string, unknown>;

/** What this agent thinks of the work in front of it: the name of the action it wants to take. */
export type Verdict = (claimed: Answered['body']) => 'hand_off' | 'send_back';

/**
 * An agent that knows its token, the project's directory and the text of its guide, and nothing else of the service: every address,
 * body and field it sends stands in the guide or in a `next`.
 */
export class GuidedAgent {
  readonly did: string[] = [];

  constructor(
    private readonly guide: string,
    private readonly token: string,
    private readonly project: string,
    private readonly verdict: Verdict = () => 'hand_off',
  ) {}

  /** One task from claim to handoff. False when none was there. */
  async work(): Promise<boolean> {
    const [, address = '', body = ''] = this.#found(/POST (\S+) (\{"instance".*\})/);
    const claimed = await this.#send('POST', address.replace(/wait_s=\d+/, 'wait_s=0'), JSON.parse(body.replace(/<.*?>/, 'first')));
    if (claimed.body.task_id === null) return false;
    await this.#lookUp(claimed);
    await this.#heartbeat(claimed);
    const wanted = this.verdict(claimed.body);
    let action = await this.#actionCalled(wanted, claimed);
    for (let tries = 0; tries < 3; tries++) {
      const answer = await this.#send('POST', action.post ?? '', await this.#bodyOf(action));
      this.did.push(`${action.do} ${answer.status}`);
      if (answer.status < 300) return true;
      action = await this.#actionCalled(wanted, answer);
    }
    throw new Error(`Nothing ${this.token} sent was accepted.`);
  }

  #found(pattern: RegExp): RegExpExecArray {
    const found = pattern.exec(this.guide);
    if (found === null) throw new Error(`The guide does not say ${pattern}.`);
    return found;
  }

  async #lookUp({ body }: Answered): Promise<void> {
    const [, address = ''] = this.#found(/GET (\S+)<name>/);
    const [handle] = /\b[a-z_]+@\d+\b/.exec(String(body.context_summary)) ?? [];
    if (handle === undefined) return;
    const { status } = await this.#send('GET', `${address.replace('<task_id>', String(body.task_id))}${handle}`);
    this.did.push(`look up ${status}`);
  }

  async #heartbeat({ body }: Answered): Promise<void> {
    const [, address = '', keep = ''] = this.#found(/POST (\S+\/heartbeat) (\{.*?\})/);
    const { claim_epoch } = body.claim as { claim_epoch: number };
    const { status } = await this.#send(
      'POST',
      address.replace('<task_id>', String(body.task_id)),
      JSON.parse(keep.replace(/<claim\.claim_epoch>/, String(claim_epoch))),
    );
    this.did.push(`heartbeat ${status}`);
  }

  async #actionCalled(name: string, { body }: Answered): Promise<Action> {
    const action = body.next?.actions.find((one) => one.do === name);
    if (action !== undefined) return action;
    const [, address = ''] = this.#found(/GET (\S+\/next)\b/);
    const full = (await this.#send('GET', address.replace('<task_id>', String(body.task_id)))).body as unknown as Next;
    const found = full.actions.find((one) => one.do === name);
    if (found === undefined) throw new Error(`${name} is not among ${full.actions.map((one) => one.do)}.`);
    return found;
  }

  async #bodyOf({ body, fill = [], blocked_by = [] }: Action): Promise<Fields> {
    const filled = structuredClone(body) as Fields;
    if (blocked_by.length > 0) filled.state_delta = { ...(filled.state_delta as Fields), artifacts: await this.#doWork() };
    for (const field of fill) setAt(filled, field.split('.'), 'What is asked for here, in words.');
    return filled;
  }

  /** The guide's example says how files are listed. */
  async #doWork(): Promise<unknown> {
    const { artifacts } = JSON.parse(this.#found(/^ *(\{"artifacts".*\})$/m)[1] ?? '') as { artifacts: { path: string }[] };
    for (const { path } of artifacts) {
      await mkdir(dirname(join(this.project, path)), { recursive: true });
      await appendFile(join(this.project, path), 'one more line\n');
    }
    return artifacts;
  }

  async #send(method: string, address: string, body?: object): Promise<Answered> {
    const [, base = ''] = this.#found(/(http:\/\/\S+)/);
    const [, header = '', value = ''] = this.#found(/`(\w+): (Bearer <your token>)`/);
    const answer = await fetch(base + address, {
      method,
      headers: { [header]: value.replace('<your token>', this.token), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answered['body'] };
  }
}

const setAt = (fields: Fields, [first = '', ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) {
    fields[first] = value;
    return;
  }
  fields[first] = { ...(fields[first] as Fields | undefined) };
  setAt(fields[first] as Fields, rest, value);
};
