import { AgentName } from '@app/agents';

describe('AgentName', () => {
  it.each(['dev-qa', 'a', 'a'.repeat(32)])('accepts %s', (name) => expect(AgentName.parse(name)).toBe(name));
  it.each(['', 'Dev', '1a', '-a', 'a_b', 'a'.repeat(33), 'a\n'])('refuses %j', (name) =>
    expect(AgentName.safeParse(name).success).toBe(false),
  );
});
