/** How a process of the house ends; its supervisor acts on it. */
export const EXIT_CODE = {
  /** Asked to stop, and did. */
  stopped: 0,
  /** Something broke: worth starting anew. */
  crashed: 1,
  /** Said in one sentence what a person has to change (EX_CONFIG of sysexits.h): starting anew would only say it again. */
  refused: 78,
} as const;
