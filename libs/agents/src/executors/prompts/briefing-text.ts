import type { Tokenizer } from '@app/handoff';
import type { Work } from '../../work.js';
import { fittedJson } from './fitted-json.js';

type Briefed = Pick<Work, 'command' | 'context_summary' | 'artifacts'>;

/** Of what was handed over and what became of the files. The summary before it has a bound of its own. */
const DETAIL_TOKENS = 3_000;

/** What there is to know about the task: what the service says, then what others wrote, as JSON, which cannot pass for anything else. */
export function briefingText({ command, context_summary, artifacts }: Briefed, tokenizer: Tokenizer): string {
  const handed =
    command === null
      ? null
      : { from: command.source_agent, version: command.version, phase: command.phase, state_delta: command.state_delta };
  const { text, whole } = fittedJson({ handed_to_you: handed, files: filesOf(artifacts) }, DETAIL_TOKENS, tokenizer);
  const cut = whole ? '' : '\nIt is shortened; the state file that the summary names has more.';
  return `## The task as it stands

\`\`\`text
${context_summary ?? ''}
\`\`\`

## What was handed to you, and the files of the task as they are now
${cut}
\`\`\`json
${text}
\`\`\``;
}

/** By what became of them since they were recorded; those that are as they were are only counted. */
function filesOf(artifacts: Work['artifacts']): Readonly<Record<string, number | readonly string[]>> {
  const paths = (status: string) => artifacts.filter((artifact) => artifact.status === status).map(({ path }) => path);
  return { verified: paths('verified').length, changed: paths('changed'), missing: paths('missing'), unverified: paths('unverified') };
}
