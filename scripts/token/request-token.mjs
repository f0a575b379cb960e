import { Failure } from '../command/failure.mjs';

/**
 * @param {{ address: string, project: string }} service
 * @param {string} adminToken
 * @param {{ principal: string, expires_in_s?: number }} wish
 * @returns {Promise<string>} the new token
 */
export async function requestToken({ address, project }, adminToken, wish) {
  const answer = await fetch(`${address}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(wish),
  }).catch(() => {
    throw new Failure(`The service of ${project} does not answer at ${address}: start it again with npm start.`);
  });
  const said = /** @type {{ token: string, detail?: string }} */ (await answer.json().catch(() => ({})));
  if (answer.status === 201) return said.token;
  if (answer.status === 401)
    throw new Failure(
      `The service of ${project} at ${address} does not know the admin token: give the one it was started with in JERRY_ADMIN_TOKEN.`,
    );
  throw new Failure(`The service of ${project} at ${address} made no token: ${said.detail ?? `it answered ${answer.status}`}`);
}
