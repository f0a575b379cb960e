import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../command/failure.mjs';
import { root } from '../command/root.mjs';

/** The example's project in a directory of its own. The one in the clone is never written to. */
export class DemoProject {
  /** Everything of one run of the demo. */
  home = makeHome();
  path = join(this.home, 'fair-share');
  /** What a service keeps for its user: another one than the person's, so that a service of theirs is neither found nor disturbed. */
  state = join(this.home, 'state');
  log = join(this.home, 'service.log');

  constructor() {
    mkdirSync(this.state, { mode: 0o700 });
    cpSync(join(root, 'examples/demo'), this.path, { recursive: true });
  }

  /** How its own tests are, found out by running them as its agents do. @returns {Promise<{ passed: number, failed: { name: string, error: string }[] }>} */
  async test() {
    const { runTests } = await import(new URL(`file://${this.path}/agents/run-tests.mjs`).href);
    return runTests(this.path);
  }

  /** Nobody gets into the service by it any more. */
  forgetState() {
    rmSync(this.state, { recursive: true, force: true });
  }
}

function makeHome() {
  try {
    return mkdtempSync(join(realpathSync(tmpdir()), 'jerry-demo-'));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Failure(
      `The demo needs a directory for its project, and none can be made in ${tmpdir()} (${code}): set TMPDIR to another place.`,
    );
  }
}
