const PASSED_ON = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR'];

/** What git needs to find itself and its user's settings. Nothing may lead it elsewhere, make it ask anybody, or fetch. */
export function gitEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passedOn = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]));
  return {
    ...(Object.fromEntries(passedOn) as Record<string, string>),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Older ones don't know the line above: then nothing may be spoken to at all.
    GIT_ALLOW_PROTOCOL: 'none',
  };
}
