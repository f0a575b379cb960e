/** On a terminal one line that changes; elsewhere, as in a log, nothing but what is said for good. */
export class Progress {
  show(text: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  }

  say(text: string): void {
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${text}\n`);
  }
}
