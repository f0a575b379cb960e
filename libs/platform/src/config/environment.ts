import { isIP } from 'node:net';
import { z } from 'zod';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
const PROCESS_KINDS = ['all', 'api', 'worker'] as const;

const hostName = /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/;
const Host = z.string().refine((value) => isIP(value) !== 0 || hostName.test(value), 'must be a host name or an IP address');
const HostWithPort = z
  .string()
  .regex(/^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/, 'must be hosts such as jerry.example or jerry.example:8080');
const hostList = (value: string) => value.split(',').map((host) => host.trim());
const Port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535 (0 = any free one)')
  .transform(Number)
  .refine((port) => port <= 65_535, 'must be a port number from 0 to 65535 (0 = any free one)');

/** As it goes into a header: whatever else stood in it would keep everybody out. */
const Token = z
  .string()
  .min(32, 'must have at least 32 characters')
  .regex(/^[\x21-\x7e]{0,512}$/, 'must be one word of plain ASCII, of at most 512 characters');

/** Every variable the service reads, as text from the outside. A name that is missing here is not read anywhere. */
export const Environment = z.object({
  JERRY_PORT: Port.default(4777),
  JERRY_HOST: Host.default('127.0.0.1'),
  JERRY_ALLOWED_HOSTS: z.string().transform(hostList).pipe(z.array(HostWithPort)).default([]),
  JERRY_PROJECT_DIR: z.string().optional(),
  JERRY_REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
  JERRY_ADMIN_TOKEN: Token.optional(),
  JERRY_LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  JERRY_PROCESS: z.enum(PROCESS_KINDS, `must be one of ${PROCESS_KINDS.join(', ')}`).default('all'),
  JERRY_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  JERRY_WORKER_TOKEN: Token.optional(),
});
export type Environment = z.infer<typeof Environment>;
