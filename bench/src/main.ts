import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asked, readArguments } from './arguments.js';
import { type Figure, figureOf } from './figure.js';
import type { Contest } from './figures.js';
import { type Conditions, holdContest, type Outcome } from './hold-contest.js';
import { Progress } from './progress.js';
import type { Facts } from './side.js';
import { sizesFor } from './sizes.js';
import { median } from './statistics.js';
import { type Row, tableOf } from './table.js';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const FULL = { sliceMs: 1_000, warmUpSlices: 2 };
const SMOKE = { sliceMs: 100, warmUpSlices: 0 };

const conditionsOf = ({ build, smoke, rounds }: Asked): Conditions => ({
  // Paths are meant from where the command was typed.
  build: build === undefined ? DIST : resolve(process.env.INIT_CWD ?? '.', build),
  smoke,
  rounds,
  ...(smoke ? SMOKE : FULL),
});

/** Without the samples that only a floor needs. */
const shown = ({ line_bytes, ...facts }: Facts): string => {
  const bytes = line_bytes as readonly number[] | undefined;
  return JSON.stringify({ ...facts, ...(bytes === undefined ? {} : { median_line_bytes: median(bytes) }) });
};

const report = ({ sides, figures }: Contest, { rates, facts, delivered }: Outcome, progress: Progress): void => {
  progress.say(figures.map(({ name }) => name).join(', '));
  for (const [name, { module, inFlight, mode, full }] of Object.entries(sides)) {
    const layout = [module, mode, inFlight === undefined ? undefined : `${inFlight} in flight`, full ? 'full answers' : undefined];
    const rate = (median(rates[name] ?? []) * 1_000).toFixed(0);
    progress.say(
      `  ${name}: ${layout.filter((part) => part !== undefined).join(', ')}; median ${rate} per 1,000; ${shown(facts[name] ?? {})}`,
    );
  }
  progress.say(`  ${delivered} acknowledged, each found once`);
};

const run = async (asked: Asked): Promise<void> => {
  const conditions = conditionsOf(asked);
  const progress = new Progress();
  const sizes = JSON.stringify(sizesFor(asked.smoke));
  progress.say(
    `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, ${os.type()} ${os.release()}, files in ${os.tmpdir()}`,
  );
  progress.say(
    `Each side in a process of its own; fixtures ${sizes}; slices of ${conditions.sliceMs} ms, ${conditions.warmUpSlices} to warm up`,
  );
  const rows: Row[] = [];
  for (const contest of asked.contests) {
    const title = contest.figures[0]?.name;
    const outcome = await holdContest(contest, conditions, (text) => progress.show(`${title}: ${text} …`));
    report(contest, outcome, progress);
    for (const spec of contest.figures) rows.push({ spec, figure: figureOf(spec, outcome) });
  }
  const figures: Record<string, Figure> = Object.fromEntries(rows.map(({ spec, figure }) => [spec.name, figure]));
  if (asked.json !== undefined) writeFileSync(resolve(process.env.INIT_CWD ?? '.', asked.json), `${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(`\n${tableOf(rows)}`);
};

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exitCode = 1;
}
