/** Every size the contract promises, in one place: schemas refuse beyond them, docs and tests read them. */
export const LIMITS = {
  titleChars: 200,
  goalChars: 4_000,
  criteria: 20,
  criterionChars: 500,
  labels: 20,
  labelChars: 64,
  issueChars: 2_000,
  actionChars: 1_000,
  decisionChars: 1_000,
  rationaleChars: 4_000,
  findingChars: 2_000,
  textChars: 2_000,
  pathChars: 512,
  checkNameChars: 100,
  payloadBytes: 4_096,
  bodyDepth: 16,
  artifactsPerHandoff: 200,
  listItems: 50,
  openIssues: 50,
  failingChecks: 50,
  requiredChecks: 40,
  idempotencyKeyChars: 255,
  instanceChars: 128,
} as const;

/** What a text is cut to in the state; the whole text stays in the history, behind the item's handle. */
export const CLIP = { textChars: 400, textBytes: 1_200, goalChars: 2_000, goalBytes: 6_000, criteriaBytes: 12_000 } as const;

/** The state file's promise: never larger than this, whatever was posted. */
export const STATE_FILE_BYTES = 128 * 1024;
