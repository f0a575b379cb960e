import type { Config, Logger } from '@app/platform';
import { reachableAddress } from './reachable-address.js';
import { UserState } from './user-state.js';

/** How the user of a running service gets in: by a token, and by a card that says where it is. */
export interface WayIn {
  readonly adminToken: string;
  announce(address: string): Promise<void>;
  withdraw(): Promise<void>;
}

/** With a token given from outside the service also runs where nothing can be kept for its user, such as in a container. */
export async function openUserState(config: Config, logger: Logger): Promise<WayIn> {
  const { adminToken, stateDir, projectDir: project } = config;
  const warn = (error: unknown) => logger.warn(`Commands such as npm run token will not find this service: ${(error as Error).message}`);
  const card = (state: UserState, token: string): WayIn => ({
    adminToken: token,
    announce: (address) => state.announce({ address: reachableAddress(address), project, pid: process.pid }).catch(warn),
    withdraw: () => state.withdraw(process.pid).catch(warn),
  });
  if (adminToken === undefined) {
    const state = await UserState.open(stateDir, project);
    return card(state, await state.adminToken());
  }
  try {
    return card(await UserState.open(stateDir, project), adminToken);
  } catch (error) {
    warn(error);
    return { adminToken, announce: async () => undefined, withdraw: async () => undefined };
  }
}
