import { Narrator } from '../../scripts/demo/narrator.mjs';

type Telling = ConstructorParameters<typeof Narrator>[0];
type Happening = Parameters<Narrator['tell']>[0];

const happening = (name: string, version: number) => ({ name, version, id: `${version}.1`, task_id: 'BILL', at: '' }) as Happening;

/** What the demo says when things go another way than planned; the rest is tried with the whole of it. */
describe('Narrator', () => {
  const asides: string[] = [];
  const narrator = (state: object) =>
    new Narrator({
      client: { version: async (_: string, version: number) => ({ version, retry_feedback: [], target_agent: 'dev-qa', ...state }) },
      page: { aside: (text: string) => void asides.push(text) },
      steps: { next: async () => undefined },
      signal: new AbortController().signal,
    } as unknown as Telling);
  const lists = { packets: [], decisions_made: [], blocking_issues: [], checks: [], artifacts: [] };

  beforeEach(() => asides.splice(0));

  it('fails with the reason when the task is given up', async () => {
    const given = { attempts: 5, retry_feedback: [{ id: 'B9', feedback: 'None of my drafts passes.' }] };
    await expect(narrator(given).tell(happening('task.abandoned', 9))).rejects.toThrow(
      'BILL was abandoned after 5 attempts: None of my drafts passes.',
    );
    await expect(narrator({ attempts: 0 }).tell(happening('task.cancelled', 9))).rejects.toThrow('BILL was cancelled');
  });

  it('tells a failure from work that was given back', async () => {
    await narrator({ ...lists, retry_feedback: [{ id: 'B9', feedback: 'It broke.' }] }).tell(happening('task.released', 9));
    await narrator({ ...lists, retry_feedback: [{ id: 'B5', feedback: 'It broke.' }] }).tell(happening('task.released', 9));
    expect(asides).toEqual([
      'dev-qa gave the task back, and is to begin again (v9): It broke.',
      'dev-qa gave the task back, and is to begin again (v9): Its worker was stopped.',
    ]);
  });
});
