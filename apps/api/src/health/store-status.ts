/** What readiness asks of the store: can it take a write now? */
export abstract class StoreStatus {
  abstract current(): 'ok' | 'unavailable';
}
