import { CALLS, type Verdict } from '../../libs/handoff/src/lifecycle/calls.js';
import { MOVES } from '../../libs/handoff/src/lifecycle/moves.js';
import { CALLERS } from '../../libs/handoff/src/lifecycle/roles.js';
import { STATUS_FLOW } from '../../libs/handoff/src/lifecycle/status-flow.js';
import { ROLES } from '../../libs/handoff/src/schema/principal.js';
import { STATUSES, type Status } from '../../libs/handoff/src/schema/status.js';

const MEANINGS: Record<Status, string> = {
  pending: 'assigned, nobody works on it; after a failure it may wait until `not_before`',
  in_progress: 'claimed; the epoch is current, also past its lease, until somebody takes over',
  awaiting_human: 'a handoff is kept in `pending_handoff` and its gate is open; nobody holds a claim',
  completed: 'done; the phase is `completed` exactly then, and nobody is assigned',
  abandoned: 'the attempts are used up; a gate of kind `attempts` is open',
  cancelled: 'stopped by a person; the claim is ended and the gates are voided',
};

const VERDICTS: Record<Verdict, string> = {
  ok: 'yes',
  epoch: 'by epoch',
  claimed: 'own, or past its lease',
  person: 'people only',
  gate: 'on its gate',
  gate_open: '`gate_open`',
  task_closed: '`task_closed`',
  stale_claim: '`stale_claim`',
  not_closed: '`not_closed`',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const diagram = (lines: readonly string[]): string =>
  ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n');

const arrows = (flow: Readonly<Record<string, object>>, label: (why: unknown) => string): string[] =>
  Object.entries(flow).flatMap(([from, targets]) => Object.entries(targets).map(([to, why]) => `${from} --> ${to}: ${label(why)}`));

const statusDiagram = (): string =>
  diagram([
    '[*] --> pending: create',
    ...arrows(STATUS_FLOW, (kinds) => (kinds as readonly string[]).join(', ')),
    'completed --> [*]',
    'cancelled --> [*]',
  ]);

const MOVE_LABELS: Readonly<Record<string, string>> = { forward: 'forward', back: 'back', stay: 'continue' };
const phaseDiagram = (): string =>
  diagram(['[*] --> planning', '[*] --> implementing', ...arrows(MOVES, (kind) => MOVE_LABELS[kind as string] ?? ''), 'completed --> [*]']);

const callTable = (): string =>
  table(
    ['call', ...STATUSES],
    Object.entries(CALLS).map(([call, row]) => [call === 'evidence' ? 'checks' : call, ...STATUSES.map((status) => VERDICTS[row[status]])]),
  );

const callerTable = (): string =>
  table(
    ['call', ...ROLES],
    Object.entries(CALLERS).map(([call, roles]) => [
      call === 'evidence' ? 'checks' : call,
      ...ROLES.map((role) => ((roles as readonly string[]).includes(role) ? 'yes' : '')),
    ]),
  );

/** The page on the life of a task, drawn from the tables that the rules obey. */
export const lifecyclePage = (): string =>
  `${[
    '# The life of a task',
    'Drawn from the tables in `libs/handoff/src/lifecycle/`: the rules obey them, `next` offers by them, and a test fails when this page differs.\nTo draw it again: `UPDATE_DOCS=1 npx jest test/docs-lifecycle.spec.ts`.',
    '## Statuses',
    table(
      ['status', 'meaning'],
      STATUSES.map((status) => [`\`${status}\``, MEANINGS[status]]),
    ),
    'Every accepted command writes one version. An arrow names the kinds of versions that lead from one status to another; no other step is ever written.',
    statusDiagram(),
    '## Phases',
    'Forward asks the exit rule of the phase that is left. Back asks for feedback and counts as an attempt. To continue, in the same phase and with any agent, asks for the next step.\nA task starts in `planning` or `implementing`; nothing leaves `completed` but a person who reopens it.',
    phaseDiagram(),
    '## What a status says to a call',
    'Before the rules about the work itself are asked. *By epoch*: only with the current `claim_epoch`. *Own, or past its lease*: the same instance gets its claim again, anybody else entitled takes over once the lease has run out, else `claimed_by_other`.',
    callTable(),
    '## Who may ever make a call',
    'Work on a task is its assigned agent’s; people and workers do it on the agent’s behalf, and that is recorded. `heartbeat` and `release` are for whoever holds the claim.',
    callerTable(),
  ].join('\n\n')}\n`;
