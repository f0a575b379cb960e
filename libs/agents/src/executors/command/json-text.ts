import { encodeValue } from '@app/handoff';
import type { Handed } from './handed.js';

/** The outcome as JSON, or what is wrong with the text. */
export function jsonText(text: string): Handed {
  if (text.trim() === '') return { fault: 'its outcome is empty' };
  try {
    return { outcome: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: `its outcome is not JSON: ${encodeValue((error as Error).message)}` };
  }
}
