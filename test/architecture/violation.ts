/** One thing in one file that breaks a rule of the house. */
export interface Violation {
  readonly file: string;
  readonly rule: 'import' | 'cycle' | 'face' | 'size' | 'name' | 'environment';
  readonly detail: string;
}
