import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BODIES } from '@app/handoff';
import { openProject } from './open-project.js';

const project = process.argv[2] ?? (await mkdtemp(join(tmpdir(), 'first-handoff-')));
const { coordinator, reader, close } = await openProject(project);

// A person asks for something.
const task = BODIES.create.parse({ task_title: 'Login survives a restart', phase: 'implementing' });
await coordinator.handle({ kind: 'create', task_id: 'T1', body: task }, 'human:mira');

// The engineer has worked on it, and hands it to QA: not the conversation, just what QA needs to go on.
const handoff = BODIES.handoff.parse({
  phase: 'testing',
  expected_version: 1,
  state_delta: {
    artifacts: [{ path: 'src/session.ts' }],
    decisions: [{ decision: 'Sessions live in SQLite', rationale: 'One file, no server, survives a restart.' }],
    packet: { attempted: 'Moved sessions out of memory.', next_agent_should_first: 'Log in, restart, reload the page.' },
  },
});
await coordinator.handle({ kind: 'handoff', task_id: 'T1', body: handoff }, 'agent:dev-engineer');

// What QA reads instead of the history: below 500 tokens, whatever happened before.
const { text, tokens } = await reader.summary('T1');
console.log(`${text}\n\n${tokens} tokens; the whole state: ${join(project, '.jerry/state/T1.json')}`);
await close();
