export const START_REFUSALS = ['directory_in_use', 'unsuitable_file_system', 'directory_not_writable', 'owner_files_missing'] as const;
export type StartRefusal = (typeof START_REFUSALS)[number];

/** Why a store could not be opened: one sentence for the person who started the service. No request ever meets it. */
export class StoreStartError extends Error {
  override readonly name = 'StoreStartError';

  constructor(
    readonly reason: StartRefusal,
    sentence: string,
    options?: { cause?: unknown },
  ) {
    super(sentence, options);
  }
}
