import type { Done } from './files.js';

/** One call of `StoreFiles` as a promise, for where nothing depends on its speed. */
export const promised = <T = void>(start: (done: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    start((error, result) => (error === null || error === undefined ? resolve(result) : reject(error)));
  });
