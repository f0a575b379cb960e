/** What programs need to find themselves, their caches and their user's language. Nothing of the service's own, and no credentials. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'CI'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'],
  ...['NVM_DIR', 'PNPM_HOME', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'PYENV_ROOT', 'GOPATH', 'GOROOT', 'CARGO_HOME', 'RUSTUP_HOME', 'JAVA_HOME'],
];

/** Of a check: `CI`, because there is nobody to ask, and no terminal to watch. */
export const checkEnvironment = (env: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const passedOn: Record<string, string> = { CI: 'true' };
  for (const name of PASSED_ON) {
    const value = env[name];
    if (value !== undefined) passedOn[name] = value;
  }
  return passedOn;
};
