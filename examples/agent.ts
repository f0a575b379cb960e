// An agent in TypeScript with nothing but Node: takes what waits for it, works in the current directory, hands on, for ever.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const { JERRY_URL, JERRY_TOKEN } = process.env;
/** Stays the same, so that after a crash it gets its task back. */
const instance = process.argv[2] ?? 'typescript';

type Action = { do: string; post: string; body: { phase?: string } };
type Answer = { task_id: string | null; context_summary: string; next: { actions: Action[] }; code?: string; detail?: string };

/** Until there is an answer: whatever is sent again is answered again, not done twice. */
async function post(path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${JERRY_TOKEN}`, 'content-type': 'application/json' };
  for (;;) {
    const answer = await fetch(JERRY_URL + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
    if (answer && answer.status !== 429 && answer.status !== 503) return (await answer.json()) as Answer;
    await pause(1_000 * Number(answer?.headers.get('retry-after') ?? 1));
  }
}

/** The part to replace by yours. What is to be done is where `hand_off` leads; back comes what the next agent should know. */
async function work(task: Answer, leadsTo: string | undefined): Promise<{ wanted?: string; state_delta: object }> {
  const path = `notes/${task.task_id}.md`;
  if (leadsTo === 'implementing') return { state_delta: { decisions: [{ decision: `A note in ${path} is enough.` }] } };
  if (leadsTo === 'testing') {
    await mkdir('notes', { recursive: true });
    await writeFile(path, task.context_summary);
    return { state_delta: { artifacts: [{ path }], packet: { next_agent_should_first: `See whether ${path} names its task.` } } };
  }
  const passed = (await readFile(path, 'utf8').catch(() => '')).startsWith(`Task ${task.task_id}:`);
  if (passed) return { state_delta: { checks: [{ name: 'note', passed }] } };
  return { wanted: 'send_back', state_delta: { feedback: `${path} does not begin with the task it is about.` } };
}

for (;;) {
  let answer = await post('/v1/me/claim?wait_s=30', { instance });
  if (answer.code !== undefined) throw new Error(answer.detail);
  if (answer.task_id === null) continue;
  const offered = (name: string) => answer.next.actions.find((action) => action.do === name);
  const { wanted = 'hand_off', state_delta } = await work(answer, offered('hand_off')?.body.phase);
  // A refusal says in `next` what is possible now: the same on top of what others wrote, or nothing, if the task is no longer ours.
  for (let step = offered(wanted); step !== undefined; ) {
    const more = step.do === 'release' ? { reason: answer.detail, failed: { class: 'code' } } : { state_delta };
    answer = await post(step.post, { ...step.body, ...more });
    console.log(step.post, answer.code ?? '');
    if (answer.code === undefined || step.do === 'release') break;
    step = offered(answer.code === 'version_conflict' ? wanted : 'release');
  }
}
