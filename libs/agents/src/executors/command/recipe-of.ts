import type { CommandExecutor, PRESETS } from '../../command-executor.js';
import { claudeCode } from './claude-code.js';
import { codex } from './codex.js';
import { ownProgram } from './own-program.js';
import type { Recipe } from './recipe.js';

const OF_PRESET = { 'claude-code': claudeCode, codex } as const satisfies Record<(typeof PRESETS)[number], typeof codex>;

/** How the program of these settings is run. */
export const recipeOf = ({ preset, command = [], args, env }: CommandExecutor): Recipe =>
  preset === undefined ? ownProgram(command, env) : OF_PRESET[preset](args, env, Date.now);
