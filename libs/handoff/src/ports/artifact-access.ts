import type { Artifact, ArtifactStatus, ArtifactType } from '../schema/artifact.js';

/** What is known of a file without opening it again. A null hash: not there, or not to be seen from here. */
export interface SeenFile {
  readonly artifact_type: ArtifactType;
  readonly content_hash: string | null;
  readonly size_bytes: number | null;
}

/** How the domain looks at the project's files: references and hashes only. */
export interface ArtifactAccess {
  look(path: string): Promise<SeenFile>;
  status(artifact: Artifact): Promise<ArtifactStatus>;
}
