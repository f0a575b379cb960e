import { TypedCommand } from '../support/typed-command.js';

/** `npm start`, typed in a project. */
export class StartedHouse extends TypedCommand {
  constructor(project: string, env: Record<string, string> = {}) {
    super(['start'], project, { JERRY_PORT: '0', ...env });
  }

  async address(): Promise<string> {
    return (await this.says(/Address\s+(\S+)/))[1] ?? '';
  }
}
