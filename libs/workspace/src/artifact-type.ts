import type { Artifact } from '@app/handoff';

type ArtifactType = Artifact['artifact_type'];

/** The first row that fits says what a path is; no row: source. Matched against the path in lower case, names in their own. */
const ROWS: readonly (readonly [ArtifactType, (path: PathParts) => boolean])[] = [
  ['doc', ({ file }) => /\.(mdx?|markdown|rst|adoc|asciidoc|tex)$/.test(file)],
  ['doc', ({ file }) => /^(readme|changelog|changes|licen[cs]e|notice|authors|contributing|security|copying)(\.txt)?$/.test(file)],
  ['test', ({ folders }) => folders.some((folder) => TEST_FOLDERS.has(folder))],
  ['test', ({ file }) => /[._-](test|tests|spec|specs|e2e|e2e-spec|cy)\.[a-z]+$/.test(file) || /^(test_.*|conftest)\.py$/.test(file)],
  ['test', ({ file }) => file.endsWith('.snap') || file.endsWith('.feature')],
  ['test', ({ name }) => /[a-z0-9](Test|Tests|Spec|IT)\.(java|kt|kts|scala|groovy|cs|fs|swift|php|m|mm|cpp)$/.test(name)],
  ['config', ({ file }) => /\.(jsonc?|json5|ya?ml|toml|ini|cfg|conf|properties|plist|lock|tf|tfvars|hcl|nix|env|xml)$/.test(file)],
  ['config', ({ file }) => /[.-]config\.[cm]?[jt]sx?$/.test(file) || /^\.[^/]*(rc|ignore|config|attributes)(\.[cm]?js)?$/.test(file)],
  ['config', ({ file }) => file.startsWith('.env') || /^(docker|container)file(\..*)?$/.test(file) || CONFIG_FILES.has(file)],
  ['doc', ({ file }) => /\.(txt|pdf|docx?|odt|rtf)$/.test(file)],
  ['doc', ({ folders, file }) => folders.some((folder) => folder === 'docs' || folder === 'doc') && PICTURE.test(file)],
];

const TEST_FOLDERS = new Set(['test', 'tests', '__tests__', 'spec', 'specs', 'e2e', 'testdata', '__mocks__', '__snapshots__', 'fixtures']);
const CONFIG_FILES = new Set([
  'makefile',
  'rakefile',
  'gemfile',
  'procfile',
  'justfile',
  'jenkinsfile',
  'vagrantfile',
  'brewfile',
  'pipfile',
  'codeowners',
  'go.mod',
  'go.sum',
  'requirements.txt',
  'constraints.txt',
  'cmakelists.txt',
  'build.gradle',
  'settings.gradle',
  'build.gradle.kts',
  'settings.gradle.kts',
  '.nvmrc',
  '.node-version',
  '.tool-versions',
  '.gitmodules',
]);
const PICTURE = /\.(png|jpe?g|gif|svg|webp|html|puml|mmd|drawio)$/;

interface PathParts {
  readonly folders: readonly string[];
  readonly file: string;
  /** The file as it is written: in some languages only the capital tells a test. */
  readonly name: string;
}

/** What an artifact most likely is, where nobody said so. A guess by custom: only for lists and summaries, no rule rests on it. */
export function artifactType(path: string): ArtifactType {
  const folders = path.toLowerCase().split('/');
  const parts = { folders, file: folders.pop() ?? '', name: path.slice(path.lastIndexOf('/') + 1) };
  return ROWS.find(([, fits]) => fits(parts))?.[0] ?? 'source';
}
