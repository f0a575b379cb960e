import { parseArgs } from 'node:util';
import { Failure } from '../command/failure.mjs';

const USAGE = 'npm run token -- agent:dev-qa [--expires 3600]';
const PRINCIPAL = /^(agent:[a-z][a-z0-9-]{0,31}|(admin|human|viewer|worker):[A-Za-z0-9][A-Za-z0-9._@-]{0,63})$/;
const A_YEAR_S = 366 * 24 * 3_600;

/** What is asked for on the command line. @param {string[]} args @returns {{ principal: string, expires_in_s?: number }} */
export function readWish(args) {
  const { positionals, expires } = parsed(args);
  const [principal, ...more] = positionals;
  if (principal === undefined || more.length > 0) throw new Failure(`Say for whom the token is, and for nobody else: ${USAGE}`);
  if (!PRINCIPAL.test(principal))
    throw new Failure(
      `${principal} is nobody: a token is for a role and a name, such as agent:dev-qa, human:mira or viewer:board. ${USAGE}`,
    );
  if (expires === undefined) return { principal };
  if (!/^\d{1,9}$/.test(expires) || Number(expires) < 1 || Number(expires) > A_YEAR_S)
    throw new Failure(`--expires is a number of seconds from 1 to ${A_YEAR_S}, and ${expires} is none: ${USAGE}`);
  return { principal, expires_in_s: Number(expires) };
}

/** @param {string[]} args */
function parsed(args) {
  try {
    const { positionals, values } = parseArgs({ args, options: { expires: { type: 'string' } }, allowPositionals: true });
    return { positionals, expires: values.expires };
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message.split('. ')[0]}: ${USAGE}`);
  }
}
