import fs from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';

const [directory = '.', tasks = '1', sizes = '[]'] = process.argv.slice(2);
const lines = (JSON.parse(sizes) as number[]).map((bytes) => Buffer.from(`${'x'.repeat(bytes - 1)}\n`));
const files = Array.from({ length: Number(tasks) }, (_, n) => fs.openSync(join(directory, `${n}.jsonl`), 'a'));
let next = 0;

/** The least that accepting over HTTP can cost: a parsed body, one write, one fdatasync, an answer. */
const app = fastify();
app.post<{ Params: { n: string } }>('/tasks/:n', (request, reply) => {
  const fd = files[Number(request.params.n)] as number;
  const line = lines[next++ % lines.length] as Buffer;
  fs.write(fd, line, 0, line.length, null, (writeError) => {
    if (writeError) return void reply.code(500).send(writeError);
    fs.fdatasync(fd, (syncError) => void (syncError ? reply.code(500).send(syncError) : reply.code(201).send({ bytes: line.length })));
  });
});

process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: { address: await app.listen({ host: '127.0.0.1', port: 0 }) } });
