import { encodeValue, type GateView } from '@app/handoff';

const TEXT_CHARS = 300;
const ISSUES_SHOWN = 3;

/** Text from agents on somebody's terminal: one line, nothing that moves a cursor or hides a word. */
const shown = (text: unknown): string => {
  const line = encodeValue(String(text ?? ''));
  return line.length > TEXT_CHARS ? `${line.slice(0, TEXT_CHARS)} …` : line;
};

const askedBy = ({ kind, subject }: GateView): string[] => {
  if (kind === 'attempts') return [`All ${subject.attempts} attempts are used up. Approve: try again. Reject: cancel the task.`];
  if (kind === 'approval') return ['This phase is left only with a person’s approval.'];
  const lines = subject.issues
    .slice(0, ISSUES_SHOWN)
    .flatMap(({ id, severity, issue, suggested_action }) => [
      `${String(id)} (${String(severity)}): ${shown(issue)}`,
      ...(suggested_action === undefined || suggested_action === null ? [] : [`  suggested: ${shown(suggested_action)}`]),
    ]);
  return subject.issues.length > ISSUES_SHOWN ? [...lines, `and ${subject.issues.length - ISSUES_SHOWN} more`] : lines;
};

const wanted = ({ subject: { move } }: GateView): string[] =>
  move === null
    ? []
    : [
        `${move.source_agent} wants to go from ${move.from_phase} to ${move.phase}${move.target_agent === null ? '' : `, for ${move.target_agent}`}.`,
      ];

/** What a person at the terminal needs to answer: what is asked, where to look at it whole, and the line that answers it. */
export const question = (gate: GateView, address: string): string => {
  const url = `${address}/v1/gates/${gate.id}`;
  const header = '-H "Authorization: Bearer $JERRY_TOKEN"';
  const body = JSON.stringify({ decision: 'approve', reason: 'why', digest: gate.digest });
  return [
    `${gate.id} asks a person: ${shown(gate.subject.task_title)}`,
    ...askedBy(gate),
    ...wanted(gate),
    `Look:   curl -s ${header} ${url}`,
    `Answer: curl -s ${header} -H 'content-type: application/json' ${url}/votes -d '${body}'`,
    'Reject with "decision":"reject". JERRY_TOKEN is a person’s: npm run token -- human:<you>',
  ].join('\n');
};
