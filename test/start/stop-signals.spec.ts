import process from 'node:process';
import { onStopSignals } from '../../scripts/command/on-stop-signals.mjs';

describe('onStopSignals', () => {
  let said: string[] = [];
  let nowMs = 0;
  const press = (signal: NodeJS.Signals, atMs: number) => {
    nowMs = atMs;
    process.emit(signal, signal);
  };

  beforeEach(() => {
    said = [];
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    onStopSignals({ stop: () => void said.push('stop'), stopNow: () => void said.push('now') });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);
  });

  it('takes what npm passes on for the same key press, and a later one for impatience', () => {
    press('SIGINT', 5_000);
    press('SIGINT', 5_020);
    expect(said).toEqual(['stop']);
    press('SIGINT', 7_000);
    expect(said).toEqual(['stop', 'now']);
  });

  it('is only made impatient by a person', () => {
    press('SIGTERM', 5_000);
    press('SIGTERM', 9_000);
    press('SIGHUP', 9_000);
    expect(said).toEqual(['stop']);
    press('SIGINT', 9_000);
    expect(said).toEqual(['stop', 'now']);
  });
});
