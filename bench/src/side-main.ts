import type { Side } from './side.js';
import type { Reply, Request } from './side-process.js';
import { SIDE_MODULES } from './sides/side-modules.js';

let side: Side | undefined;

const answer = async (request: Request): Promise<unknown> => {
  if (request.ask === 'open') {
    side = await SIDE_MODULES[request.module](request.options);
    return null;
  }
  if (side === undefined) throw new Error('nothing was opened yet');
  if (request.ask === 'prepare') return side.prepare(request.made, request.mode);
  if (request.ask === 'slice') return side.slice(request.ms, request.mode);
  return request.ask === 'facts' ? side.facts() : side.finish();
};

const reply = (message: Reply): void => {
  process.send?.(message);
};

process.on('message', (request: Request) => {
  answer(request).then(
    (result) => reply({ result: result ?? null }),
    (error: unknown) => reply({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
