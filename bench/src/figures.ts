import type { SideModule } from './sides/side-modules.js';

/** One side of a contest. Sides with the same host share a process and differ in their mode. */
export interface SideSpec {
  readonly module: SideModule;
  readonly inFlight?: number;
  readonly full?: boolean;
  readonly host?: string;
  readonly mode?: string;
}

/** One figure: the rate of one side over that of another, or by itself. */
export interface FigureSpec {
  readonly name: string;
  readonly over: string;
  readonly under?: string;
  readonly bar?: { readonly least: number } | { readonly most: number };
  readonly what: string;
}

/** Sides that take turns, slice by slice, and the figures that follow from them. */
export interface Contest {
  readonly sides: Readonly<Record<string, SideSpec>>;
  readonly figures: readonly FigureSpec[];
}

const HANDOFFS = 'handoffs/s through coordinator, decide and file store on distinct tasks, state files written';
const FLOOR = 'bare write + fdatasync of lines of the same size to as many files';
const HOT = '16 callers on one task, each naming the head it last saw, committed/s';

const ACCEPTED = 'HTTP handoffs/s on distinct tasks, 16 connections, the API process alone';
const BARE = 'bare Fastify doing one write + fdatasync of a line of that size';

/** The product comes first where a floor writes lines as long as the product's. */
export const CONTESTS: readonly Contest[] = [
  {
    sides: {
      product: { module: 'append-product', inFlight: 1 },
      floor: { module: 'append-floor', inFlight: 1 },
      full: { module: 'append-product', inFlight: 1, full: true },
    },
    figures: [
      { name: 'append_vs_floor_1', over: 'product', under: 'floor', bar: { least: 0.35 }, what: `${HANDOFFS}, 1 in flight ÷ ${FLOOR}` },
      { name: 'append_vs_floor_1_full', over: 'full', under: 'floor', what: 'the same with full answers (summary and next)' },
    ],
  },
  {
    sides: {
      product: { module: 'append-product', inFlight: 16 },
      floor: { module: 'append-floor', inFlight: 16 },
      link: { module: 'link-peer', inFlight: 16 },
      full: { module: 'append-product', inFlight: 16, full: true },
    },
    figures: [
      { name: 'append_vs_floor_16', over: 'product', under: 'floor', bar: { least: 0.35 }, what: `${HANDOFFS}, 16 in flight ÷ ${FLOOR}` },
      {
        name: 'append_16_vs_link_16',
        over: 'product',
        under: 'link',
        bar: { least: 1.2 },
        what: 'the same ÷ a file per version with the whole state (temp, fsync, link, directory sync), 16 in flight',
      },
      { name: 'append_vs_floor_16_full', over: 'full', under: 'floor', what: 'full answers (summary and next), 16 in flight ÷ the floor' },
    ],
  },
  {
    sides: {
      product: { module: 'hot-product', inFlight: 16 },
      floor: { module: 'append-floor', inFlight: 1 },
      full: { module: 'hot-product', inFlight: 16, full: true },
    },
    figures: [
      { name: 'hot_task_vs_floor', over: 'product', under: 'floor', bar: { least: 0.35 }, what: `${HOT} ÷ append floor, 1 in flight` },
      { name: 'hot_task_vs_floor_full', over: 'full', under: 'floor', what: 'the same with full answers (summary and next)' },
    ],
  },
  {
    sides: {
      young: { module: 'growth-product', host: 'growth', mode: 'young' },
      old: { module: 'growth-product', host: 'growth', mode: 'old' },
    },
    figures: [
      {
        name: 'growth_10000_vs_10',
        over: 'young',
        under: 'old',
        bar: { most: 1.2 },
        what: 'time of one handoff at version 10,000 ÷ at version 10, state ≥ 48 KiB, each adding a decision and an artifact',
      },
    ],
  },
  {
    sides: {
      grown: { module: 'bytes-product', host: 'bytes', mode: 'grown' },
      young: { module: 'bytes-product', host: 'bytes', mode: 'young' },
    },
    figures: [
      {
        name: 'bytes_per_handoff_vs_delta',
        over: 'grown',
        bar: { most: 2.5 },
        what: 'bytes of files added per claim and handoff ÷ bytes of its posted body of 2 KiB, snapshots included',
      },
      { name: 'bytes_per_handoff_vs_delta_young', over: 'young', what: 'the same from the first version on, while the state file grows' },
    ],
  },
  {
    sides: { product: { module: 'summary-product' }, floor: { module: 'tokenize-floor' } },
    figures: [
      {
        name: 'summary_vs_tokenize',
        over: 'floor',
        under: 'product',
        bar: { most: 10 },
        what: 'time to make a summary of a 64 KiB state ÷ to tokenize that summary once, fresh text each round',
      },
    ],
  },
  {
    sides: {
      product: { module: 'accept-product', host: 'product', mode: 'rate', inFlight: 16 },
      floor: { module: 'accept-floor', host: 'floor', mode: 'rate', inFlight: 16 },
      product_p99: { module: 'accept-product', host: 'product', mode: 'p99', inFlight: 16 },
      floor_p99: { module: 'accept-floor', host: 'floor', mode: 'p99', inFlight: 16 },
      full: { module: 'accept-product', inFlight: 16, mode: 'rate', full: true },
    },
    figures: [
      { name: 'accept_vs_floor', over: 'product', under: 'floor', bar: { least: 0.35 }, what: `${ACCEPTED} ÷ ${BARE}` },
      {
        name: 'accept_p99_vs_floor',
        over: 'product_p99',
        under: 'floor_p99',
        bar: { most: 3 },
        what: 'p99 of the same ÷ p99 of the floor, each at half of its saturation, open loop',
      },
      { name: 'accept_vs_floor_full', over: 'full', under: 'floor', what: 'full answers (summary and next) ÷ the floor' },
    ],
  },
  {
    sides: { product: { module: 'ring-product' }, floor: { module: 'ring-floor' } },
    figures: [
      {
        name: 'ring_p99_vs_bullmq',
        over: 'product',
        under: 'floor',
        bar: { most: 10 },
        what: 'handoff sent → processor entered, p99 (more than durable → entered) ÷ bare BullMQ add → processor entered, p99',
      },
    ],
  },
];
