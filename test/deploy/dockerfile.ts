export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** A Dockerfile's stages, each with its instructions in order: comments gone, continued lines joined. */
export const stagesOf = (text: string): readonly (readonly Instruction[])[] => {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, rest });
  }
  return stages;
};

/** What an instruction says, in every place it is given in a stage. */
export const saidBy = (stage: readonly Instruction[], name: string): readonly string[] =>
  stage.filter((instruction) => instruction.name === name).map(({ rest }) => rest);
