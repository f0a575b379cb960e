import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { importsOf } from './imports-of.js';
import { FACES, houseOf, ROOMS, type Room, roomOf } from './rooms.js';
import type { SourceFile } from './source-file.js';
import type { Violation } from './violation.js';

/** Holds every import of every file against the table of rooms. */
export function checkImports(sources: readonly SourceFile[]): readonly Violation[] {
  return sources.flatMap((source) => {
    const name = roomOf(source.path);
    const room = name === undefined ? undefined : ROOMS[name];
    if (room === undefined) return [{ file: source.path, rule: 'import', detail: 'stands in a room the table does not know' } as const];
    const problems = importsOf(source).map((imported) => problemOf(source.path, imported, room));
    return problems.filter((detail) => detail !== undefined).map((detail) => ({ file: source.path, rule: 'import', detail }) as const);
  });
}

function problemOf(file: string, imported: string, room: Room): string | undefined {
  if (imported.startsWith('.')) return relativeProblem(file, imported);
  if (imported.startsWith('@app/')) return faceProblem(file, imported, room);
  if (isBuiltin(imported)) return builtinProblem(imported, room);
  return room.packages.includes(packageOf(imported)) ? undefined : `may not import the package ${packageOf(imported)}`;
}

/** Relative imports stay in the house, and reach an inner room with a face of its own only from inside. */
function relativeProblem(file: string, imported: string): string | undefined {
  const target = posix.join(posix.dirname(file), imported);
  if (houseOf(target) !== houseOf(file)) return `reaches into another house by ${imported}: import its face`;
  const inner = roomOf(target);
  const hasFace = Object.values(FACES).some((face) => inner !== undefined && face.startsWith(`${inner}/`));
  return hasFace && inner !== houseOf(target) && !file.startsWith(`${inner}/`) ? `may not know ${inner}` : undefined;
}

function faceProblem(file: string, imported: string, room: Room): string | undefined {
  const face = FACES[imported];
  if (face === undefined) return `${imported} is nobody's face`;
  if (houseOf(face) === houseOf(file)) return `imports its own house by ${imported}: name the file`;
  return room.faces.includes(imported) ? undefined : `may not import ${imported}`;
}

function builtinProblem(imported: string, room: Room): string | undefined {
  if (!imported.startsWith('node:')) return `imports ${imported} without node:`;
  return room.node ? undefined : `may not use ${imported}`;
}

function packageOf(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}
