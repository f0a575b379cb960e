import fs from 'node:fs';

/** The wall clock of this process goes wrong by as many milliseconds as a file says; time that only goes forward is left alone. */
export const makeClockFaulty = (file: string): void => {
  const RealDate = Date;
  const skew = (): number => (fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0);
  class SkewedDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [RealDate.now() + skew()] : given) as [number]));
    }
    static override now(): number {
      return RealDate.now() + skew();
    }
  }
  globalThis.Date = SkewedDate as DateConstructor;
};
