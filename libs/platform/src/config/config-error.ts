/** The environment is unusable. Carries every problem found, so that one start is enough to see them all. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'A variable' : `${problems.length} variables`} in the environment cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
  }
}
