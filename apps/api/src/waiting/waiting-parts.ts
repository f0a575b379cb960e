import type { Clock, Desk, LeaseBook, TaskStore } from '@app/handoff';
import { Bell, type ProjectConfig } from '@app/platform';
import type { Provider } from '@nestjs/common';
import { AgentRows } from '../agents/agent-rows.js';
import { dueTimes } from '../claiming/due-times.js';
import { NextClaim } from '../claiming/next-claim.js';
import { openWaitingRoom } from '../claiming/open-waiting-room.js';
import { CommandDoor } from '../desk/command-door.js';
import { MeReader } from '../me/me-reader.js';
import { EventHub } from '../streams/event-hub.js';
import { EventStreams } from '../streams/event-streams.js';
import { PresenceBook } from './presence-book.js';
import { Vigils } from './vigils.js';

interface Foundation {
  readonly store: TaskStore;
  readonly desk: Desk;
  readonly project: ProjectConfig;
  readonly clock: Clock;
  readonly leases: LeaseBook;
  readonly presence: PresenceBook;
}

/** What serves those who wait for something to happen, and tells who they are. */
export const waitingParts = ({ store, desk, project: { roles, rules }, clock, leases, presence }: Foundation): Provider[] => {
  const times = dueTimes({ clock, leases, rules });
  const room = openWaitingRoom(store, times);
  const hub = new EventHub(store);
  return [
    { provide: PresenceBook, useValue: presence },
    { provide: Vigils, useValue: new Vigils(presence) },
    { provide: EventHub, useValue: hub },
    { provide: EventStreams, useValue: new EventStreams(store, desk.reader, hub) },
    { provide: NextClaim, useFactory: (door: CommandDoor) => new NextClaim(room, door), inject: [CommandDoor] },
    {
      provide: MeReader,
      useFactory: (bell: Bell) => new MeReader({ store, reader: desk.reader, roles, times, queuePrefix: bell.prefix }),
      inject: [Bell],
    },
    { provide: AgentRows, useValue: new AgentRows({ store, roles, times, presence }) },
  ];
};
