import { ArtifactPath } from '@app/handoff';
import { z } from 'zod';

/**
 * A path inside the project, outside what is the service's own or git's. Whoever opens it checks again where it leads: this keeps out what
 * can be seen from the name alone.
 */
export const ProjectPath = z.string().describe('relative to the project, such as src/app.ts');

const asPosted = (path: string): string => path.replace(/^(\.\/)+/, '').replace(/\/+$/, '');

/** The path as the project knows it, or an error that says what is wrong with it. */
export function projectPath(path: string): string {
  const read = ArtifactPath.safeParse(asPosted(path));
  if (read.success) return read.data;
  throw new Error(`"${path}" ${read.error.issues[0]?.message}`);
}
