import { z } from 'zod';
import { AgentName, isDeviceName } from './ids.js';
import { LIMITS } from './limits.js';
import { Sha256Hex, Version } from './text.js';

export const ARTIFACT_TYPES = ['source', 'test', 'config', 'doc'] as const;
export const ArtifactType = z.enum(ARTIFACT_TYPES);
export type ArtifactType = z.infer<typeof ArtifactType>;

// Controls, invisible characters and odd blanks make a path read differently from what it is.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{DI}]|[^\S ]| {2}|^ | $| \/|\/ /u;

const staysInside = (path: string): boolean =>
  !path.startsWith('/') &&
  !path.startsWith('-') &&
  !/^[A-Za-z]:/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

/** A path relative to the project root that cannot leave it and is not the service's own. What lies behind it is checked where files are opened. */
export const ArtifactPath = z
  .string()
  .min(1)
  .max(LIMITS.pathChars)
  .refine((path) => path.isWellFormed() && !UNPRINTABLE.test(path) && !path.includes('\\'), {
    message: 'must be printable, with / between its parts',
  })
  .refine(staysInside, { message: 'must be relative to the project root, without ., .. or empty parts' })
  .refine((path) => !path.split('/').some((part) => isDeviceName(part) || part.toLowerCase() === '.git'), {
    message: "must not name a device or git's own files",
  })
  .refine((path) => path.split('/')[0]?.toLowerCase() !== '.jerry', { message: "must not lie in .jerry, the service's own directory" });
export type ArtifactPath = z.infer<typeof ArtifactPath>;

/** As posted: the path is enough when the service can see the file. */
export const ArtifactPosted = z.strictObject({
  path: ArtifactPath,
  artifact_type: ArtifactType.optional(),
  content_hash: Sha256Hex.optional(),
  size_bytes: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
});
export type ArtifactPosted = z.infer<typeof ArtifactPosted>;

/** A reference, never content; one current entry per path. A null hash is a file nobody has seen. */
export const Artifact = z.strictObject({
  path: ArtifactPath,
  artifact_type: ArtifactType,
  content_hash: Sha256Hex.nullable(),
  size_bytes: z.number().int().nonnegative().nullable(),
  version: Version,
  agent: AgentName,
});
export type Artifact = z.infer<typeof Artifact>;

export const ARTIFACT_STATUSES = ['verified', 'changed', 'missing', 'unverified'] as const;
export const ArtifactStatus = z.enum(ARTIFACT_STATUSES);
export type ArtifactStatus = z.infer<typeof ArtifactStatus>;
