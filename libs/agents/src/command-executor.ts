import { z } from 'zod';
import { EnvName, RunSeconds } from './run-settings.js';

export const PRESETS = ['claude-code', 'codex'] as const;

const ARGUMENT_CHARS = 2_000;
const ARGUMENTS = 100;
/** Neither empty nor with a character that no argument of a program can have. */
const Argument = z
  .string()
  .min(1)
  .max(ARGUMENT_CHARS)
  .refine((text) => !text.includes('\0'), { message: 'must not contain a NUL character' });

/** A program that is run once for each piece of work, without a shell. */
export const CommandExecutor = z
  .strictObject({
    kind: z.literal('command').describe('a program that a worker of this service runs'),
    preset: z.enum(PRESETS).optional().describe('a coding agent this service knows how to run, instead of `command`'),
    command: z
      .array(Argument)
      .min(1)
      .max(ARGUMENTS)
      .optional()
      .describe('program and arguments; `{prompt_file}`, `{outcome_file}`, `{input_file}`, `{task_id}` and `{work_dir}` are filled in'),
    args: z.array(Argument).max(ARGUMENTS).default([]).describe('further arguments for the program of a preset, such as a model'),
    env: z.array(EnvName).max(ARGUMENTS).default([]).describe('names of further variables of the environment that it gets'),
    timeout_s: RunSeconds,
  })
  .refine(({ preset, command }) => (preset === undefined) !== (command === undefined), {
    message: 'needs either `command` or `preset`',
  })
  .refine(({ preset, args }) => preset !== undefined || args.length === 0, {
    message: 'goes with a preset only: put arguments of your own program into `command`',
    path: ['args'],
  });
export type CommandExecutor = z.infer<typeof CommandExecutor>;
