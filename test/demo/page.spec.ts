import { PassThrough } from 'node:stream';
import { Page } from '../../scripts/demo/page.mjs';

type Stream = ConstructorParameters<typeof Page>[0];

describe('Page', () => {
  const { NO_COLOR, TERM } = process.env;
  afterEach(() => Object.assign(process.env, { NO_COLOR: NO_COLOR ?? '', TERM: TERM ?? '' }));

  const written = (terminal: { isTTY?: boolean; columns?: number }, write: (page: Page) => void): string => {
    const stream = Object.assign(new PassThrough(), terminal);
    write(new Page(stream as unknown as Stream));
    return String(stream.read() ?? '');
  };
  const colourful = (page: Page) => {
    page.heading('1 · dev-qa tries it');
    page.row('proof', 'passed', 'green');
  };

  it('is coloured on a terminal, unless nobody wants that', () => {
    Object.assign(process.env, { NO_COLOR: '', TERM: 'xterm' });
    expect(written({ isTTY: true }, colourful)).toContain('\u001b[32mpassed\u001b[0m');
    expect(written({}, colourful)).not.toContain('\u001b');
    process.env.NO_COLOR = '1';
    expect(written({ isTTY: true }, colourful)).not.toContain('\u001b');
    Object.assign(process.env, { NO_COLOR: '', TERM: 'dumb' });
    expect(written({ isTTY: true }, colourful)).not.toContain('\u001b');
  });

  it.each([40, 80, 100, 300])('breaks lines at spaces on %i columns, between 60 and 100', (columns) => {
    const wide = written({ columns }, (page) => {
      page.heading('1 · dev-qa tries it');
      page.row('reads', 'word '.repeat(60).trim());
      page.quote(`${'word '.repeat(60).trim()}\nState: .jerry/state/BILL.json\n`);
      page.aside('word '.repeat(60).trim());
    });
    const widths = wide.split('\n').map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(60, Math.min(columns, 100)));
    expect(wide.match(/word/g)).toHaveLength(180);
    expect(wide).toContain('│ State: .jerry/state/BILL.json\n');
  });

  it('keeps a path whole, which somebody may want to copy', () => {
    const path = `/tmp/${'long/'.repeat(30)}`;
    expect(written({ columns: 80 }, (page) => page.row('go', `cd ${path}`))).toContain(path);
  });
});
