/** @param {import('./page.mjs').Page} page @param {import('./demo-service.mjs').DemoService} service @param {number} upMs */
export function tellService(page, { address, queue, pid }, upMs) {
  page.row('service', `${address}, up in ${(upMs / 1_000).toFixed(1)} s, with its own queue (${queue})`);
  page.row('', `Kill it while it works, if you like: kill -9 -${pid}. The end is the same.`, 'dim');
}
