import './command/node-version.mjs';
import { Failure, main } from './command/failure.mjs';
import { findService } from './token/find-service.mjs';
import { readWish } from './token/read-wish.mjs';
import { requestToken } from './token/request-token.mjs';

/** Standard output has the token and nothing else, so that `TOKEN=$(npm run token -- agent:dev-qa)` is all it takes. */
await main(async () => {
  const wish = readWish(process.argv.slice(2));
  const { service, remark } = findService(process.env, process.cwd());
  if (remark !== undefined) process.stderr.write(`${remark}\n`);
  if (service.adminToken === undefined)
    throw new Failure(
      `The service of ${service.project} was started with an admin token of its own: give the same one here, in JERRY_ADMIN_TOKEN.`,
    );
  process.stdout.write(`${await requestToken(service, service.adminToken, wish)}\n`);
  return 0;
});
