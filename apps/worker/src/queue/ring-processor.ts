import type { Role } from '@app/agents';
import { type JobData, parseJob, queueNameOf } from '@app/platform';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Injectable, type Type } from '@nestjs/common';
import type { Job } from 'bullmq';

/** A ring whose worker died is given to another one after this, not after BullMQ's half a minute. It is renewed twice in that time. */
const LOCK_MS = 10_000;

export type OnRing = (ring: JobData<'work'>) => Promise<void>;
export type OnTrouble = (error: Error) => void;

/** What BullMQ hands the jobs of a queue to. */
@Injectable()
export abstract class RingProcessor extends WorkerHost {
  taken = 0;
  busy = 0;

  protected constructor(
    private readonly onRing: OnRing,
    private readonly onTrouble: OnTrouble,
  ) {
    super();
  }

  /** A job is over when its work is, whatever came of it: failures and further attempts are the task's, and stand in its history. */
  async process(job: Job): Promise<void> {
    this.taken += 1;
    this.busy += 1;
    try {
      await this.onRing(parseJob(job).data);
    } finally {
      this.busy -= 1;
    }
  }

  /** Without a listener BullMQ would print each; that the server is gone, the connection says once. */
  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.onTrouble(error);
  }

  @OnWorkerEvent('failed')
  onFailed(_job: Job | undefined, error: Error): void {
    this.onTrouble(error);
  }
}

/** The processor of one agent's queue. BullMQ's decorator names its queue when a class is made, so each agent has a class of its own. */
export function ringProcessorOf({ name, concurrency }: Role, onRing: OnRing, onTrouble: OnTrouble): Type<RingProcessor> {
  @Processor({ name: queueNameOf(name) }, { concurrency, lockDuration: LOCK_MS, skipVersionCheck: true })
  class AgentProcessor extends RingProcessor {
    constructor() {
      super(onRing, onTrouble);
    }
  }
  return AgentProcessor;
}
