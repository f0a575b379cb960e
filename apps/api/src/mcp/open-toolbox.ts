import type { Desk, Tokenizer } from '@app/handoff';
import type { ProjectConfig } from '@app/platform';
import type { CheckDesk } from '../checks/check-desk.js';
import type { NextClaim } from '../claiming/next-claim.js';
import type { CommandDoor } from '../desk/command-door.js';
import type { Refusals } from '../edge/refusals.js';
import type { Vigils } from '../waiting/vigils.js';
import { Toolbox } from './toolbox.js';
import { askHuman } from './tools/ask-human.js';
import { check } from './tools/check.js';
import { handOff } from './tools/hand-off.js';
import { lookUp } from './tools/look-up.js';
import { nextWork } from './tools/next-work.js';
import { release } from './tools/release.js';
import { update } from './tools/update.js';

interface Wanted {
  readonly desk: Desk;
  readonly door: CommandDoor;
  readonly nextClaim: NextClaim;
  readonly checks: Pick<CheckDesk, 'run'>;
  readonly project: Pick<ProjectConfig, 'rules' | 'checks'>;
  readonly vigils: Vigils;
  readonly tokenizer: Tokenizer;
  readonly refusals: Refusals;
}

/** The seven tools, on the doors that HTTP has. */
export const openToolbox = ({ desk, door, nextClaim, checks, project, vigils, tokenizer, refusals }: Wanted): Toolbox => {
  const { coordinator, reader } = desk;
  return new Toolbox({
    tools: [
      nextWork({ door, nextClaim, reader, vigils }),
      lookUp(reader),
      update(door),
      check({ checks, reader, project }),
      handOff(door),
      askHuman({ door, reader }),
      release(door),
    ],
    ...{ coordinator, reader, tokenizer, refusals },
  });
};
