/** Wall time for what people read; never for order, claims or versions. */
export interface Clock {
  now(): Date;
}
