import type { Digest } from '../ports/digest.js';
import type { Command } from '../schema/command.js';
import { canonicalJson } from './canonical-json.js';

const FINGERPRINT_CHARS = 32;

/** The same for the same command, whatever order its keys came in: how a repeated request is recognised. */
export const fingerprint = (digest: Digest, command: Command): string => digest(canonicalJson(command)).slice(0, FINGERPRINT_CHARS);
