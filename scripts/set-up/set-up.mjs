import { build, isBuilt } from './compile.mjs';
import { installHouse, isHouseInstalled } from './install.mjs';
import { inTurn } from './turn.mjs';

/** From a bare clone to one that runs. Does nothing, and says nothing, when there is nothing to do. */
export async function setUp() {
  if (isHouseInstalled() && isBuilt()) return;
  await inTurn(async () => {
    if (!isHouseInstalled()) await installHouse();
    if (!isBuilt()) await build();
  });
}
