import type { OpenSide } from '../side.js';
import { openAcceptFloor } from './accept-floor.js';
import { openAcceptProduct } from './accept-product.js';
import { openAppendFloor } from './append-floor.js';
import { openAppendProduct } from './append-product.js';
import { openBytesProduct } from './bytes-product.js';
import { openGrowthProduct } from './growth-product.js';
import { openHotProduct } from './hot-product.js';
import { openLinkPeer } from './link-peer.js';
import { openRingFloor } from './ring-floor.js';
import { openRingProduct } from './ring-product.js';
import { openSummaryProduct } from './summary-product.js';
import { openTokenizeFloor } from './tokenize-floor.js';

export const SIDE_MODULES = {
  'append-product': openAppendProduct,
  'append-floor': openAppendFloor,
  'link-peer': openLinkPeer,
  'hot-product': openHotProduct,
  'growth-product': openGrowthProduct,
  'bytes-product': openBytesProduct,
  'summary-product': openSummaryProduct,
  'accept-product': openAcceptProduct,
  'accept-floor': openAcceptFloor,
  'ring-product': openRingProduct,
  'ring-floor': openRingFloor,
  'tokenize-floor': openTokenizeFloor,
} as const satisfies Record<string, OpenSide>;
export type SideModule = keyof typeof SIDE_MODULES;
