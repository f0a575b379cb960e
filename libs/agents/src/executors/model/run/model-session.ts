import { LIMITS, o200kTokenizer } from '@app/handoff';
import type { ModelExecutor } from '../../../model-executor.js';
import type { Outcome } from '../../../outcome.js';
import type { Work } from '../../../work.js';
import type { Prompts } from '../../prompt.js';
import type { Surroundings } from '../../surroundings.js';
import { openChat } from '../chat/open-chat.js';
import { HAND_IN } from '../tools/hand-in.js';
import { Toolbox } from '../tools/toolbox.js';
import { Conversation } from './conversation.js';
import { packetOf } from './findings.js';
import { type Hush, hushFor } from './hush.js';
import { keyFor } from './key-for.js';
import { ModelRun } from './model-run.js';
import { RunFailure } from './run-failure.js';
import { Spending } from './spending.js';
import { withSpending } from './with-spending.js';

/** Of one tool's answer, where the conversation may be large. In a small one, the answers of a round fill at most half of it. */
const TOOL_TOKENS = 4_000;
const TOOL_SHARE = 1 / 16;

const HOW_IT_ENDS = `Work by calling tools. End with one call of ${HAND_IN.name}: nothing else you say reaches anybody.`;

export interface ModelSessionParts {
  readonly work: Work;
  readonly config: ModelExecutor;
  readonly surroundings: Surroundings;
  readonly prompts: Prompts;
  readonly backOffMs: number;
  readonly silenceMs: number;
}

/** One piece of work, from reading the key to an outcome. Whatever goes wrong is an outcome too, except being called off. */
export class ModelSession {
  readonly #over = new AbortController();
  readonly #spending: Spending;
  #hush: Hush;
  #toolbox: Toolbox | undefined;
  #run: ModelRun | undefined;

  constructor(private readonly parts: ModelSessionParts) {
    this.#spending = new Spending(parts.config);
    this.#hush = parts.surroundings.redact;
  }

  async run(): Promise<Outcome> {
    const { work, config } = this.parts;
    const timeoutMs = config.timeout_s * 1_000;
    const deadline = performance.now() + timeoutMs;
    const timer = setTimeout(() => this.#over.abort(), timeoutMs);
    try {
      const run = await this.#open(AbortSignal.any([work.signal, this.#over.signal]), deadline);
      return withSpending(await run.toItsEnd(), this.#spending.report);
    } catch (error) {
      work.signal.throwIfAborted();
      return this.#failed(this.#over.signal.aborted ? notDoneAfter(config.timeout_s) : failureOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async #open(signal: AbortSignal, deadline: number): Promise<ModelRun> {
    const { work, config, surroundings, prompts, backOffMs, silenceMs } = this.parts;
    signal.throwIfAborted();
    const key = keyFor(config, surroundings.env);
    const hush = hushFor(key.value, surroundings.redact);
    this.#hush = hush;
    const [tokenizer, prompt] = await Promise.all([o200kTokenizer(), prompts.of(work)]);
    const maxTokens = Math.min(TOOL_TOKENS, Math.floor(config.max_context_tokens * TOOL_SHARE));
    const toolbox = new Toolbox({ surroundings, taskId: work.task_id, tokenizer, maxTokens, hush });
    this.#toolbox = toolbox;
    const instructions = `${prompt.instructions.trimEnd()}\n\n${HOW_IT_ENDS}`;
    const standingTokens = tokenizer.countTokens(instructions + JSON.stringify(toolbox.about));
    const callee = { name: config.model, keyName: key.name, hush };
    this.#run = new ModelRun({
      chat: await openChat({ config, key: key.value, callee, tools: toolbox.about, silenceMs }),
      prompt: { instructions, briefing: prompt.briefing },
      toolbox,
      conversation: new Conversation(tokenizer, standingTokens, config.max_context_tokens),
      spending: this.#spending,
      tokensOf: (text) => tokenizer.countTokens(text),
      maxOutputTokens: config.max_output_tokens,
      hush,
      patience: { signal, deadline, backOffMs },
    });
    return this.#run;
  }

  #failed(failure: RunFailure['failure']): Outcome {
    const hush = this.#hush;
    const reason = hush(failure.reason).slice(0, LIMITS.textChars);
    const packet = packetOf({
      phase: this.parts.work.command?.phase ?? 'planning',
      reason,
      said: hush(this.#run?.said ?? ''),
      lookedAt: [...(this.#toolbox?.lookedAt ?? [])].map(hush),
      spent: this.#spending.report,
    });
    return { failed: { ...failure, reason, packet } };
  }
}

function failureOf(error: unknown): RunFailure['failure'] {
  if (error instanceof RunFailure) return error.failure;
  const said = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
  return { class: 'code', reason: `It broke: ${said}` };
}

const notDoneAfter = (timeoutS: number): RunFailure['failure'] => ({
  class: 'code',
  reason: `It was not done after ${timeoutS} s, and was ended.`,
});
