/** Variables that take the programs out of a repository's filters: comparing a file would run them. */
export function filterOverrides(settings: readonly string[]): Record<string, string> {
  const names = new Set(settings.flatMap((setting) => /^filter\.(.*)\.[^.]*$/s.exec(setting)?.[1] ?? []));
  const overrides = [...names].flatMap((name) => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  const variables = overrides.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...(Object.fromEntries(variables) as Record<string, string>), GIT_CONFIG_COUNT: String(overrides.length) };
}
