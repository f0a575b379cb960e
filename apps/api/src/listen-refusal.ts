import { CannotStart } from '@app/platform';

type Address = { readonly host: string; readonly port: number };

const REFUSALS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is already in use: stop what listens there, or choose another with JERRY_PORT (0 = any free one).`,
  EACCES: ({ port }) => `This user may not listen on port ${port}: choose one above 1023 with JERRY_PORT.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine: set JERRY_HOST to one that is, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) => `The host name ${host} cannot be resolved: set JERRY_HOST to an address of this machine, such as 127.0.0.1.`,
};

/** Turns what the operating system says about an address into a sentence with the remedy; anything else stays what it is. */
export function listenRefusal(error: unknown, address: Address): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const refusal = REFUSALS[code];
  return refusal === undefined ? error : new CannotStart(refusal(address), { cause: error });
}
