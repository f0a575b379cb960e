/** Licences under which a package may stand beside code under MIT, without a further look. */
const FREE_TO_USE = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
];
/** Fine for data that tools read while we build, and that we pass on to nobody. */
const FREE_FOR_TOOLS = [...FREE_TO_USE, 'CC-BY-4.0'];

/**
 * The packages whose licence does not go with MIT, or is not stated.
 * @param {{ name: string, license?: unknown, dev: boolean }[]} packages
 * @returns {string[]}
 */
export function licenceProblems(packages) {
  return packages
    .filter(({ license, dev }) => typeof license !== 'string' || !allows(license, dev ? FREE_FOR_TOOLS : FREE_TO_USE))
    .map(({ name, license }) => `${name}: ${typeof license === 'string' ? license : 'no licence stated'}`);
}

/** Reads `A OR B` and `A AND B`, as far as packages use them: one level, with or without brackets. @param {string} expression @param {string[]} accepted */
function allows(expression, accepted) {
  const alternatives = expression.replace(/[()]/g, '').split(/ OR /i);
  return alternatives.some((alternative) => alternative.split(/ AND /i).every((licence) => accepted.includes(licence.trim())));
}
