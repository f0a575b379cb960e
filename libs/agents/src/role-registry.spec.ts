import { AgentsConfig, createRoleRegistry } from '@app/agents';

describe('createRoleRegistry', () => {
  it('knows the three built-in agents, run from outside unless configured otherwise', () => {
    const registry = createRoleRegistry();
    expect(registry.roles.map((role) => role.name)).toEqual(['dev-engineer', 'dev-qa', 'dev-reviewer']);
    expect(registry.roles.every((role) => role.executor.kind === 'external')).toBe(true);
    expect(registry.served).toEqual([]);
  });

  it('takes further agents and other executors by configuration alone', () => {
    const registry = createRoleRegistry(
      AgentsConfig.parse({ 'security-review': {}, 'dev-qa': { executor: { kind: 'command', command: ['true'] }, concurrency: 8 } }),
    );
    expect(registry.find('security-review')).toEqual({
      name: 'security-review',
      executor: { kind: 'external' },
      concurrency: 2,
    });
    expect(registry.served.map(({ name, concurrency }) => [name, concurrency])).toEqual([['dev-qa', 8]]);
    expect(registry.roles).toHaveLength(4);
  });

  it('does not take the properties every object has for agents', () => {
    const registry = createRoleRegistry();
    expect(['constructor', 'toString', '__proto__'].map((name) => registry.find(name))).toEqual([undefined, undefined, undefined]);
    expect(createRoleRegistry(AgentsConfig.parse({ constructor: {} })).find('constructor')?.executor.kind).toBe('external');
  });

  it.each([
    { 'Dev-QA': {} },
    { ok: { executor: { kind: 'robot' } } },
    { ok: { executer: {} } },
    { ok: { concurrency: 0 } },
    { ok: { executor: { kind: 'model', x: 1 } } },
  ])('refuses %j', (agents) => expect(AgentsConfig.safeParse(agents).success).toBe(false));

  it('cannot be changed once made', () => {
    const registry = createRoleRegistry();
    expect([registry, registry.roles, registry.roles[0], registry.roles[0]?.executor].every(Object.isFrozen)).toBe(true);
  });
});
