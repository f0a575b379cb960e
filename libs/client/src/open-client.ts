import type { TaskAnswer } from './answers.js';
import type { CallOptions, Client } from './client.js';
import { ROUTES, type Route } from './routes.js';
import { Caller, type CallerOptions } from './sending/caller.js';
import { followEvents } from './stream/follow-events.js';
import type { EventOptions } from './stream/stream-item.js';

const LONGEST_WAIT_S = 30;

/** A way to the service. Keeps nothing: any number of calls may be under way at once. */
export function openClient(options: CallerOptions): Client {
  const caller = new Caller(options);
  const methods = Object.fromEntries(Object.entries<Route>(ROUTES).map(([name, route]) => [name, methodOf(caller, route)]));
  const special: Pick<Client, 'taskAfter' | 'events'> = {
    taskAfter: (taskId, version, waitS = LONGEST_WAIT_S, callOptions = {}) => taskAfter(caller, taskId, version, waitS, callOptions),
    events: (eventOptions: EventOptions = {}) => {
      const { taskId } = eventOptions;
      const url = taskId === undefined ? caller.url('/v1/events', []) : caller.url('/v1/tasks/:/events', [taskId]);
      return followEvents({ fetch: options.fetch ?? globalThis.fetch, url, headers: caller.headers() }, eventOptions);
    },
  };
  // The table of routes has a row for each call, and the table of calls says what each takes.
  return { ...methods, ...special } as Client;
}

function methodOf(caller: Caller, route: Route) {
  const parts = route.address.split(':').length - 1;
  return async (...given: readonly unknown[]): Promise<unknown> => {
    const path = given.slice(0, parts) as (string | number)[];
    const [input, options] = route.input === 'none' ? [undefined, given[parts]] : [given[parts], given[parts + 1]];
    const { text, status } = await caller.call(route, { path, input, options: options as CallOptions | undefined });
    if (route.plainText === true) return text;
    return status === 204 ? undefined : JSON.parse(text);
  };
}

async function taskAfter(caller: Caller, taskId: string, version: number, waitS: number, options: CallOptions): Promise<TaskAnswer | null> {
  const { status, text } = await caller.call(ROUTES.task, {
    path: [taskId],
    input: { wait_s: waitS },
    headers: { 'if-none-match': `"${version}"` },
    options,
  });
  return status === 304 ? null : (JSON.parse(text) as TaskAnswer);
}
