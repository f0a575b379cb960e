import { TaskHistory } from './task-history.js';

const hash = (digit: string): string => digit.repeat(64);

/** A limit that lets bursts through: sent back once, a decision replaced, now waiting for an answer. */
export const rateLimit = (): TaskHistory =>
  new TaskHistory('T42')
    .do('human:ola', 'create', {
      task_title: 'API gateway lets bursts through the per-tenant limit',
      goal: 'No tenant exceeds its contracted rate by more than 5 % in any 10-second window, with three gateway nodes.',
      acceptance_criteria: ['p99 latency grows by less than 2 ms'],
    })
    .do('agent:dev-engineer', 'handoff', {
      phase: 'implementing',
      state_delta: {
        decisions: [
          { decision: 'Sliding window counter in Redis with a Lua script', rationale: 'One round trip; token bucket needed two.' },
          {
            decision: 'Fail open when Redis is unreachable for more than 50 ms',
            rationale: 'Sales promised availability over limits; limits are re-checked by billing anyway.',
          },
        ],
        packet: {
          observed: [{ finding: 'Each node counts for itself today, so the real limit is three times the contracted one' }],
          next_agent_should_first: 'Port the Lua script from the billing service.',
        },
      },
    })
    .do('agent:dev-engineer', 'handoff', {
      phase: 'testing',
      state_delta: {
        artifacts: [
          { path: 'gateway/limiter/sliding.lua', content_hash: hash('1') },
          { path: 'gateway/limiter/limiter.rs', content_hash: hash('2') },
        ],
        decisions: [
          {
            decision: 'Keys carry a {tenant} hash tag',
            rationale: 'Keeps the counters of a tenant in one slot so the script can touch both windows.',
          },
        ],
        checks: [{ name: 'cargo test', passed: true }],
        packet: {
          failed_approaches: [
            {
              approach: 'Gossip of local counts between nodes every 200 ms',
              why: 'A burst of 150 ms passes all three nodes before anybody hears of it.',
            },
          ],
          next_agent_should_first: 'Load test with k6 at twice the limit from three regions.',
        },
      },
    })
    .do('agent:dev-qa', 'handoff', {
      phase: 'implementing',
      state_delta: {
        feedback: 'p99 grew by 6 ms with tenant acme: its slot is saturated at 80k ops/s.',
        checks: [{ name: 'k6-burst', passed: false, detail: 'p99 11.2 ms, allowed 7.2 ms' }],
        issues_raised: [
          { issue: 'Hot slot for tenant acme', severity: 'blocker', suggested_action: 'Shard the counter of big tenants over 8 keys' },
        ],
      },
    })
    .do('agent:dev-engineer', 'handoff', {
      phase: 'testing',
      state_delta: {
        artifacts: [
          { path: 'gateway/limiter/limiter.rs', content_hash: hash('3') },
          { path: 'gateway/limiter/shard.rs', content_hash: hash('4') },
        ],
        issues_resolved: [{ issue_id: 'I4', resolution: 'Nodes lease permits' }],
        decisions: [
          {
            decision: 'Nodes lease 100 permits at a time from the shared counter',
            rationale: 'Cuts Redis calls by 98 %; the worst overshoot is 300 permits, below 5 % for every tenant above 600 rps.',
            supersedes: ['D2'],
          },
        ],
        packet: {
          failed_approaches: [
            { approach: 'Eight keys per tenant summed in the script', why: 'Redis cluster refuses to sum across slots (CROSSSLOT).' },
          ],
          not_done: [{ item: 'Small tenants below 600 rps', reason: 'they need exact counting, a lease would overshoot' }],
          next_agent_should_first: 'Repeat k6-burst with acme and with a tenant of 100 rps.',
        },
      },
    })
    .do('agent:dev-qa', 'handoff', {
      phase: 'testing',
      state_delta: {
        checks: [
          { name: 'k6-burst', passed: true, detail: 'p99 6.1 ms' },
          { name: 'k6-small-tenant', passed: false, detail: 'tenant zed (100 rps) reached 131 rps in one window' },
        ],
        issues_raised: [
          { issue: 'Small tenants overshoot by 31 %', severity: 'blocker', suggested_action: 'Lease size = max(1, rate/100)' },
          { issue: 'Is 5 % also contracted for trial tenants?', severity: 'medium', suggested_action: 'Ask Ola', requires_human: true },
        ],
        warnings: ['k6 runs cost about 40 EUR each.'],
        packet: {
          attempted: 'k6 from three regions.',
          next_agent_should_first: 'Wait for the answer on trial tenants, then test lease sizes 1, 5 and 10.',
          highest_impact_uncertainty: 'Whether billing counts rejected calls.',
        },
      },
    });

/** The same task a moment later: somebody has answered, and in a small budget much has to be behind handles. */
export const rateLimitAnswered = (): TaskHistory =>
  rateLimit().do('human:mira', 'vote', { decision: 'approve', reason: 'Trial tenants may burst to 20 %; write that into the docs.' });
