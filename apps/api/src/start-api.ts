import 'reflect-metadata';
import { type Config, type Logger, nestLogger, prepareProject, type RunningPart } from '@app/platform';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiModule } from './api.module.js';
import { listenRefusal } from './listen-refusal.js';

/** Brings the API up on the configured address. The one process that writes the project's `.jerry/`. */
export async function startApi(config: Config, logger: Logger): Promise<RunningPart> {
  await prepareProject(config.projectDir);
  const app = await NestFactory.create<NestFastifyApplication>(apiModule({ current: () => 'ok' }), new FastifyAdapter(), {
    logger: nestLogger(logger),
    abortOnError: false,
  });
  try {
    const address = await listen(app, config);
    logger.debug(`Listening on ${address}.`);
    return { facts: { address }, stop: () => app.close() };
  } catch (error) {
    await app.close();
    throw listenRefusal(error, config);
  }
}

/** By Fastify's own means: Nest's `listen` logs a refusal with its stack before we can say it in a sentence. */
async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<string> {
  await app.init();
  return app.getHttpAdapter().getInstance().listen({ host, port });
}
