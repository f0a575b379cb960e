import { listsContract } from './lists.contract.js';
import { ownershipContract } from './ownership.contract.js';
import { readingContract } from './reading.contract.js';
import { StoreContext } from './store-context.js';
import type { StoreHarness } from './store-harness.js';
import { versionsContract } from './versions.contract.js';

/** Everything a caller may rely on, whatever the store is made of. */
export const taskStoreContract = (name: string, makeHarness: () => StoreHarness): void => {
  describe(`${name} keeps the contract of a task store`, () => {
    const at = new StoreContext();
    beforeEach(() => at.begin(makeHarness()));
    afterEach(() => at.harness.dispose());

    versionsContract(at);
    readingContract(at);
    listsContract(at);
    ownershipContract(at);
  });
};
