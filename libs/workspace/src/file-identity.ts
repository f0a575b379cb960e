import type { BigIntStats } from 'node:fs';

/** Which file, in which state: what changes whenever its bytes do, without reading them. */
export interface FileIdentity {
  readonly key: string;
  readonly sizeBytes: number;
  /** Its last change of any sort, by the clock of the file system. A program can set the time of the last write back, not this. */
  readonly changedAtMs: number;
}

export const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileIdentity => ({
  key: `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`,
  sizeBytes: Number(size),
  changedAtMs: Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n),
});
