import type { RoleRegistry } from '@app/agents';
import type { Rules } from '@app/handoff';
import type { CheckConfig } from './config-file.js';

/** What `.jerry/config.json` says, with the defaults filled in. Read once, at the start. */
export interface ProjectConfig {
  readonly rules: Rules;
  readonly roles: RoleRegistry;
  readonly checks: Readonly<Record<string, CheckConfig>>;
  readonly summaryTokens: number;
  readonly notify?: { readonly command: readonly string[] };
  /** Per principal. */
  readonly limits: { readonly requests_per_s: number; readonly in_flight: number };
  /** 16 hex digits; recorded with every version written under it. */
  readonly hash: string;
}
