import type { CommandExecutor } from '../../command-executor.js';
import type { Executor } from '../../executor.js';
import type { Outcome } from '../../outcome.js';
import type { Work } from '../../work.js';
import type { Prompts } from '../prompt.js';
import type { Surroundings } from '../surroundings.js';
import { filledIn, type Places } from './filled-in.js';
import { readOutcomeFile } from './outcome-file.js';
import { outcomeOfRun } from './outcome-of-run.js';
import { programEnvironment } from './program-environment.js';
import type { Recipe } from './recipe.js';
import { recipeOf } from './recipe-of.js';
import { RunFolder } from './run-folder.js';
import { runPacket } from './run-packet.js';

/** Runs a program for each piece of work: what it is to do goes in as JSON and as files, what came of it is read from the file it was told. */
export function openCommandExecutor(surroundings: Surroundings, prompts: Prompts): Executor {
  return {
    run: async (work) => {
      const settings = work.agent.executor;
      if (settings.kind !== 'command') throw new Error(`${work.agent.name} is not run by a command.`);
      const folder = await RunFolder.open(surroundings.projectDir, work);
      try {
        return await new CommandRun(surroundings, prompts, folder, work, settings).outcome();
      } finally {
        await folder.close();
      }
    },
  };
}

class CommandRun {
  readonly #recipe: Recipe;
  readonly #places: Places;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly prompts: Prompts,
    private readonly folder: RunFolder,
    private readonly work: Work,
    private readonly settings: CommandExecutor,
  ) {
    this.#recipe = recipeOf(settings);
    this.#places = {
      prompt_file: folder.file('prompt.md'),
      outcome_file: folder.file('outcome.json'),
      input_file: folder.file('input.json'),
      task_id: work.task_id,
      work_dir: surroundings.projectDir,
    };
  }

  async outcome(): Promise<Outcome> {
    const { redact, runProgram, projectDir, env } = this.surroundings;
    const { argv, stdin } = this.#recipe;
    const [prompt, input] = [await this.#prompt(), `${JSON.stringify(this.#input(), null, 2)}\n`];
    await this.folder.write('prompt.md', prompt);
    await this.folder.write('input.json', input);
    const [program = '', ...args] = argv.map((argument) => filledIn(argument, this.#places));
    const end = await runProgram({
      argv: [program, ...args],
      cwd: projectDir,
      env: programEnvironment(env, this.#recipe.env, this.work, this.#places),
      timeoutMs: this.settings.timeout_s * 1_000,
      stdin: stdin === 'prompt' ? prompt : input,
      signal: this.work.signal,
    });
    const output = redact(end.output);
    await this.folder.keepOutput(output);
    if (end.why === 'aborted') throw new Error(`${program} was called off.`);
    const outcome = outcomeOfRun({ end, left: await readOutcomeFile(this.#places.outcome_file) }, this.#recipe);
    if ('handoff' in outcome) return outcome;
    const packet = outcome.failed.packet ?? runPacket(program, this.work, end, output, `${this.folder.shown}/output.log`);
    return { failed: { ...outcome.failed, reason: redact(outcome.failed.reason), packet } };
  }

  async #prompt(): Promise<string> {
    const { instructions, briefing } = await this.prompts.of(this.work);
    const where = filledIn(this.#recipe.handIn, this.#places);
    return `${instructions}\n\n## Where the outcome goes\n\n${where}\n\n${briefing}\n`;
  }

  /** All there is to know, for programs: the same as the prompt says, and not shortened. */
  #input(): Readonly<Record<string, unknown>> {
    const { agent, claim, signal: _, ...given } = this.work;
    return { ...given, agent: agent.name, claim_epoch: claim.claim_epoch, ...this.#places };
  }
}
