/** Whether a claim has been heard of within its lease, by the watcher's own monotonic time. A restart begins anew, with a full lease. */
export interface LeaseWatch {
  heard(taskId: string, claimEpoch: number, leaseS: number): void;
  expired(taskId: string, claimEpoch: number, leaseS: number): boolean;
}
