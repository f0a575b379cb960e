/** One line about an item: its id, what is said of it, and the values from outside. */
export interface ParsedItem {
  readonly id: string;
  readonly label: string;
  readonly values: readonly string[];
}

export interface ParsedSummary {
  readonly task: { readonly id: string | null; readonly title: string };
  readonly phase: { readonly phase: string; readonly from: string; readonly status: string; readonly version: number };
  readonly holder: string | null;
  readonly waits: string | null;
  readonly goal: string | null;
  readonly criteria: readonly string[];
  readonly next: { readonly packet: string | null; readonly text: string };
  readonly unknown: string | null;
  readonly attempted: string | null;
  readonly changed: readonly string[];
  readonly items: readonly ParsedItem[];
  /** Every handle that is printed as one, with what is said about how many. */
  readonly handles: ReadonlyMap<string, string>;
  readonly noOpenIssues: boolean;
  readonly stateFile: string;
}

type Found = { -readonly [K in keyof ParsedSummary]?: ParsedSummary[K] } & { items: ParsedItem[]; handles: Map<string, string> };

const PHASE = '(planning|implementing|testing|reviewing|completed)';
const ID = '([DIWFNACB][1-9]\\d*(?:\\.\\d+)?|G[1-9]\\d*)';
const KIND = '(?:decisions|issues|warnings|findings|not_done|failed_approaches|checks|feedback|packets|gates|artifacts|goal|history)';
const HANDLE = `(${KIND}@\\d+)`;
const LABEL = [
  '(?:blocker|high|medium|low)(?:, human(?:, acknowledged)?)?',
  '(?:sent back|rejected|approved|released|failed|reopened|reassigned|note)(?: from \\w+)?',
  'approved by [a-z]+:[A-Za-z0-9._@-]+',
].join('|');

const once = <K extends keyof ParsedSummary>(found: Found, key: K, value: ParsedSummary[K]): void => {
  if (found[key] !== undefined) throw new Error(`${key} stands there twice`);
  Object.assign(found, { [key]: value });
};

/** Paths stand as they are, or in quotes as JSON writes them. */
const splitPaths = (text: string): string[] => {
  const [quoted = '', plain = ''] = /^"(?:[^"\\]|\\.)*"/.exec(text) ?? ['', text.split(', ')[0]];
  const rest = text.slice((quoted || plain).length);
  if (rest !== '' && !rest.startsWith(', ')) throw new Error(`no list of paths: ${text}`);
  return [quoted === '' ? plain : (JSON.parse(quoted) as string), ...(rest === '' ? [] : splitPaths(rest.slice(', '.length)))];
};

const split = (text: string): string[] => text.split(' — ');

/** Issues, feedback and answers say what they are before a colon; other items do not. */
const readItem = (found: Found, id: string, rest: string): void => {
  const labelled = /^[IBG]/.test(id);
  const [, label = '', values = ''] = (labelled ? new RegExp(`^ (${LABEL}): (.*)$`) : /^()(?: (.*))$/).exec(rest) ?? [];
  if (values === '') throw new Error(`${id} has no value`);
  found.items.push({ id, label, values: split(values) });
};

const readMore = (found: Found, text: string): void => {
  let left = text;
  for (; left !== ''; ) {
    const [whole, handle, count] =
      new RegExp(`^${HANDLE}((?: \\d+ (?:open|failing)(?:, (?:\\d+ settled|\\+\\d+))?| \\+\\d+)?)(?: |$)`).exec(left) ?? [];
    if (whole === undefined || handle === undefined) throw new Error(`not a handle: ${left.slice(0, 40)}`);
    found.handles.set(handle, (count ?? '').trim());
    left = left.slice(whole.length);
  }
};

const LINES: readonly (readonly [RegExp, (found: Found, groups: readonly string[]) => void])[] = [
  [/^Task(?: ([A-Za-z][\w-]*))?: (.+)$/, (found, [id, title]) => once(found, 'task', { id: id ?? null, title: title ?? '' })],
  [
    new RegExp(`^${PHASE} \\(from (\\w+)\\), (\\w+), v(\\d+)$`),
    (found, [phase = '', from = '', status = '', version]) => once(found, 'phase', { phase, from, status, version: Number(version) }),
  ],
  [
    /^For: ([a-z][a-z0-9-]*(?: \(claimed\))?(?:, from [a-z][a-z0-9-]*)?(?:, attempts \d+)?)$/,
    (found, [text]) => once(found, 'holder', text ?? ''),
  ],
  [/^Waits: ((?:human vote on )?G\d+ .*|until [\dTZ:.-]+)$/, (found, [text]) => once(found, 'waits', text ?? '')],
  [/^Goal: (.+)$/, (found, [text]) => once(found, 'goal', text ?? '')],
  [/^Criteria: (.+)$/, (found, [text]) => once(found, 'criteria', split(text ?? ''))],
  [/^Next(?: \((P\d+)\))?: (.+)$/, (found, [packet, text]) => once(found, 'next', { packet: packet ?? null, text: text ?? '' })],
  [/^Unknown: (.+)$/, (found, [text]) => once(found, 'unknown', text ?? '')],
  [/^Attempted: (.+)$/, (found, [text]) => once(found, 'attempted', text ?? '')],
  [/^Changed: (.+)$/, (found, [text]) => once(found, 'changed', splitPaths(text ?? ''))],
  [/^issues: none$/, (found) => once(found, 'noOpenIssues', true)],
  [
    new RegExp(`^${HANDLE} (none open, \\d+ settled)$`),
    (found, [handle, count]) => {
      once(found, 'noOpenIssues', true);
      found.handles.set(handle ?? '', count ?? '');
    },
  ],
  [
    new RegExp(`^${HANDLE} (\\d+ (?:open|failing)(?:, (?:\\d+ settled|\\+\\d+))?|\\+\\d+):$`),
    (found, [handle, count]) => found.handles.set(handle ?? '', count ?? ''),
  ],
  [/^(?:failed before|decisions|not done|findings|warnings):$/, () => undefined],
  [new RegExp(`^${ID}( .*)$`), (found, [id, rest]) => readItem(found, id ?? '', rest ?? '')],
  [/^check (.+)$/, (found, [text]) => found.items.push({ id: 'check', label: '', values: split(text ?? '') })],
  [/^more: (.+)$/, (found, [text]) => readMore(found, text ?? '')],
  [/^State: (.+)$/, (found, [text]) => once(found, 'stateFile', text ?? '')],
];

/** Reads a summary back by what `docs/summary.md` says of it, and by nothing else. Throws at the first line that is none of its own. */
export const parseSummary = (text: string): ParsedSummary => {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const found: Found = { items: [], handles: new Map() };
  for (const line of text.slice(0, -1).split('\n')) {
    const match = LINES.map(([shape, read]) => ({ groups: shape.exec(line), read })).find(({ groups }) => groups !== null);
    if (match?.groups == null) throw new Error(`no line of a summary: ${line}`);
    match.read(found, match.groups.slice(1));
  }
  const { task, phase, next, stateFile } = found;
  if (task === undefined || phase === undefined || next === undefined || stateFile === undefined) throw new Error('something is missing');
  return {
    task,
    phase,
    next,
    stateFile,
    holder: found.holder ?? null,
    waits: found.waits ?? null,
    goal: found.goal ?? null,
    criteria: found.criteria ?? [],
    unknown: found.unknown ?? null,
    attempted: found.attempted ?? null,
    changed: found.changed ?? [],
    noOpenIssues: found.noOpenIssues ?? false,
    items: found.items,
    handles: found.handles,
  };
};
