import 'reflect-metadata';
import type { FileStore } from '@app/handoff/store';
import { type Config, type Logger, nestLogger, prepareProject, type RunningPart } from '@app/platform';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiModule } from './api.module.js';
import { listenRefusal } from './listen-refusal.js';
import { openStore } from './store/open-store.js';
import { storeFacts } from './store/store-facts.js';

/** Brings the API up on the configured address. The one process that writes the project's `.jerry/`. */
export async function startApi(config: Config, logger: Logger): Promise<RunningPart> {
  const home = await prepareProject(config.projectDir);
  let fail: (reason: string) => void = () => undefined;
  const failed = new Promise<string>((settle) => {
    fail = settle;
  });
  const store = await openStore(home, logger, (reason) => fail(reason));
  const app = await NestFactory.create<NestFastifyApplication>(apiModule(store), new FastifyAdapter(), {
    logger: nestLogger(logger),
    abortOnError: false,
  });
  const stop = () => stopInOrder(app, store);
  try {
    const address = await listen(app, config);
    logger.debug(`Listening on ${address}.`);
    return { facts: { address, holds: await storeFacts(store) }, stop, failed };
  } catch (error) {
    await stop();
    throw listenRefusal(error, config);
  }
}

/** Answers first, then the store they rest on. */
async function stopInOrder(app: NestFastifyApplication, store: FileStore): Promise<void> {
  await app.close();
  await store.close();
}

/** By Fastify's own means: Nest's `listen` logs a refusal with its stack before we can say it in a sentence. */
async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<string> {
  await app.init();
  return app.getHttpAdapter().getInstance().listen({ host, port });
}
