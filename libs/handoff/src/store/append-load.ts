/** Between two appends of somebody who works alone there is always a little time; that does not mean that there is nothing to do. */
const MOMENT_MS = 10;

/** Whether anybody waits for an append, or did a moment ago. */
export class AppendLoad {
  private underWay = 0;
  private endedAt = Number.NEGATIVE_INFINITY;

  begin(): void {
    this.underWay++;
  }

  end(): void {
    this.underWay--;
    this.endedAt = performance.now();
  }

  get isBusy(): boolean {
    return this.underWay > 0 || performance.now() - this.endedAt < MOMENT_MS;
  }
}
