import type { Action, ActionName, Next } from '@app/handoff';
import type { Room } from './room.js';
import type { ToolName } from './tool-name.js';

/** No tool: people do it, or every call does it by itself. */
const TOOL_OF = {
  claim: 'next_work',
  wait: 'next_work',
  hand_off: 'hand_off',
  send_back: 'hand_off',
  continue: 'hand_off',
  update: 'update',
  check: 'check',
  release: 'release',
  heartbeat: null,
  vote: null,
  edit: null,
  reopen: null,
  reassign: null,
  cancel: null,
  fork: null,
} as const satisfies Record<ActionName, ToolName | null>;

const NEXT_TOKENS = 320;
/** Of what is left: what the task is about matters more. */
const SHARE = 0.4;

interface Step extends Omit<Action, 'post' | 'patch' | 'body'> {
  readonly tool: ToolName;
  readonly arguments: object;
}

/** What calls about the task have to name as it stands. */
export const standingIn = ({ actions }: Next): { readonly expected_version?: unknown; readonly claim_epoch?: unknown } => {
  const { expected_version, claim_epoch } = actions.find(({ body }) => 'expected_version' in body)?.body ?? {};
  return { ...(expected_version !== undefined && { expected_version }), ...(claim_epoch !== undefined && { claim_epoch }) };
};

const stepsOf = (next: Next, taskId: string): Step[] =>
  next.actions.flatMap(({ do: name, body, post: _, patch: __, ...more }) => {
    const tool = TOOL_OF[name];
    if (tool === null) return [];
    // A run of checks is the same one only where it is asked for on top of the same version.
    const known = tool === 'check' ? standingIn(next) : {};
    return [{ do: name, tool, arguments: { task_id: taskId, ...known, ...body }, ...more }];
  });

/** With nothing to do here, there may be something elsewhere. */
const ELSEWHERE: Step = { do: 'wait', tool: 'next_work', arguments: {} };

/** Ends an answer with what the caller may do now, as calls of tools: the likeliest in full, the others by name. */
export const putNext = (room: Room, next: Next, taskId: string): void => {
  const all = stepsOf(next, taskId);
  const steps = all.length === 0 ? [ELSEWHERE] : all;
  const also = [...steps.map((step) => step.do), ...(next.also ?? []).filter((name) => TOOL_OF[name] !== null)];
  const shown = (count: number) => {
    const others = [...new Set(also.slice(count))];
    const { you, lease_s, waiting_for } = next;
    return {
      you,
      lease_s,
      actions: steps.slice(0, count),
      ...(others.length > 0 && { also: others }),
      ...(waiting_for && { waiting_for }),
    };
  };
  const most = Math.min(NEXT_TOKENS, room.left * SHARE);
  let count = steps.length;
  while (count > 0 && room.tokensOf(shown(count)) > most) count -= 1;
  room.putLast('next', shown(count));
};
