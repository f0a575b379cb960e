import type { Figure } from './figure.js';
import type { FigureSpec } from './figures.js';

export interface Row {
  readonly spec: FigureSpec;
  readonly figure: Figure;
}

const barOf = ({ bar }: FigureSpec): string => {
  if (bar === undefined) return '';
  return 'least' in bar ? `≥ ${bar.least}` : `≤ ${bar.most}`;
};

const verdict = ({ spec: { bar }, figure: { ratio } }: Row): string => {
  if (bar === undefined) return '';
  return ('least' in bar ? ratio >= bar.least : ratio <= bar.most) ? 'reached' : 'missed';
};

/** For people: figures in columns, what they mean below. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = rows.map((row) => [
    row.spec.name,
    String(row.figure.ratio),
    `${row.figure.low} – ${row.figure.high}`,
    String(row.figure.runs),
    barOf(row.spec),
    verdict(row),
  ]);
  const all = [['figure', 'ratio', 'range', 'runs', 'bar', ''], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => (line[column] ?? '').length))) ?? [];
  const lines = all.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n\n${rows.map(({ spec }) => `${spec.name}: ${spec.what}`).join('\n')}\n`;
};
