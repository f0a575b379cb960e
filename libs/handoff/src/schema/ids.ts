import { z } from 'zod';

/** Names that some systems keep for devices, with or without an ending: no file can have them there. */
export const isDeviceName = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);

/** Unique without regard to case; used as a file name, so nothing else is let in. */
export const TaskId = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must be 1 to 64 letters, digits, _ or -, starting with a letter')
  .refine((id) => !isDeviceName(id), { message: 'must not be the name of a device' });
export type TaskId = z.infer<typeof TaskId>;

export const AgentName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 lower-case letters, digits or -, starting with a letter');
export type AgentName = z.infer<typeof AgentName>;

/** The letter each kind of item carries in its id. Artifacts go by path, the goal and the history have no items. */
export const ITEM_LETTERS = {
  decisions: 'D',
  issues: 'I',
  warnings: 'W',
  findings: 'F',
  not_done: 'N',
  failed_approaches: 'A',
  checks: 'C',
  feedback: 'B',
  packets: 'P',
  gates: 'G',
} as const;

export const HANDLE_KINDS = [
  'decisions',
  'issues',
  'warnings',
  'findings',
  'not_done',
  'failed_approaches',
  'checks',
  'feedback',
  'packets',
  'gates',
  'artifacts',
  'goal',
  'history',
] as const;
export const HandleKind = z.enum(HANDLE_KINDS);
export type HandleKind = z.infer<typeof HandleKind>;
export type LetteredKind = keyof typeof ITEM_LETTERS;

/** `D17` is the first decision of version 17, `D17.2` the second: an id says where its item stands in the history. */
export const ItemId = z.string().regex(/^[DIWFNACBPG][1-9]\d{0,8}(\.([2-9]|[1-9]\d{1,2}))?$/, 'must be an item id such as D17 or D17.2');
export type ItemId = z.infer<typeof ItemId>;

export const itemId = (kind: LetteredKind, version: number, index: number): string =>
  `${ITEM_LETTERS[kind]}${version}${index === 0 ? '' : `.${index + 1}`}`;

export const versionOf = (id: string): number => Number.parseInt(id.slice(1), 10);

export const gateId = (taskId: string, version: number): string => `${taskId}.G${version}`;

/** A gate's id within its task: where whole texts of its votes stand in a record. */
export const shortGateId = (id: string): string => id.slice(id.lastIndexOf('.') + 1);
