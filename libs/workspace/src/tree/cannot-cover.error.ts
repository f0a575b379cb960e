/** What a check should speak for can't be told file by file. The message says what to change. */
export class CannotCover extends Error {}
