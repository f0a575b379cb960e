import 'reflect-metadata';
import { join } from 'node:path';
import { LeaseBook, o200kTokenizer } from '@app/handoff';
import {
  type Config,
  type Logger,
  loadProjectConfig,
  Metrics,
  Notifier,
  nestLogger,
  prepareProject,
  type RunningPart,
  type StartedAs,
} from '@app/platform';
import { openWorkspace } from '@app/workspace';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { agentsFact } from './agents/agents-fact.js';
import { announce } from './announce/announcer.js';
import { apiModule, type Foundation } from './api.module.js';
import { Accounts } from './arrival/accounts.js';
import { AllowedHosts } from './arrival/allowed-hosts.js';
import { Arrival } from './arrival/arrival.js';
import { OpenCalls } from './arrival/open-calls.js';
import { CheckTrees } from './checks/check-trees.js';
import { openCheckDesk } from './checks/open-check-desk.js';
import { openBell } from './desk/open-bell.js';
import { openServiceDesk } from './desk/open-service-desk.js';
import { isLoopback } from './edge/is-loopback.js';
import { openServer, readOnlyJson } from './edge/open-server.js';
import { Keeper } from './keeper/keeper.js';
import { listenRefusal } from './listen-refusal.js';
import { backlogOf } from './metrics/backlog.js';
import { observedStore } from './metrics/observed-store.js';
import { openStore } from './store/open-store.js';
import { storeFacts } from './store/store-facts.js';
import { TokenBook } from './tokens/token-book.js';
import { TokenFiles } from './tokens/token-files.js';
import { openUserState } from './user-state/open-user-state.js';
import { PresenceBook } from './waiting/presence-book.js';
import { Vigils } from './waiting/vigils.js';

const clock = { now: () => new Date() };

/** Brings the API up on the configured address. The one process that writes the project's `.jerry/`. */
export async function startApi(config: Config, logger: Logger, { again }: StartedAs = { again: false }): Promise<RunningPart> {
  const home = await prepareProject(config.projectDir);
  const project = await loadProjectConfig(home);
  let fail: (reason: string) => void = () => undefined;
  const failed = new Promise<string>((settle) => {
    fail = settle;
  });
  const tokenizer = await o200kTokenizer();
  const metrics = new Metrics();
  const files = await openStore(home, { logger, tokenizer, summaryTokens: project.summaryTokens, onFatal: (reason) => fail(reason) });
  const store = observedStore(files, metrics);
  metrics.watch(backlogOf(store, project.rules.agents, clock));
  const closing = [() => store.close()];
  // In the opposite order: answers first, then what they rest on.
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const { bell, queues, close } = await openBell({ home, config, project, logger, metrics, again });
    closing.push(close);
    const leases = new LeaseBook(() => performance.now());
    const { projectDir } = config;
    const { env } = process;
    const workspace = await openWorkspace(projectDir, { env });
    const trees = new CheckTrees(project.checks, workspace.tree);
    const desk = openServiceDesk({
      ...{ store, clock, tokenizer, leases, project, artifacts: workspace, evidence: trees, dispatcher: bell },
    });
    const { coordinator } = desk;
    const checks = openCheckDesk({ coordinator, workspace, trees, project, projectDir, env, logger });
    const wayIn = await openUserState(config, logger);
    const tokens = await TokenBook.open(await TokenFiles.open(join(home, 'tokens')), clock, {
      'admin:local': wayIn.adminToken,
      'worker:local': config.workerToken,
    });
    const keeper = new Keeper({ store, bell, leases, rules: project.rules, clock, logger });
    const app = await openApp(
      {
        ...{ store, desk, checks, tokens, project, logger, metrics, clock, tokenizer, leases, queues },
        presence: new PresenceBook(clock),
        onLoopback: isLoopback(config.host),
      },
      config,
    );
    closing.push(async () => {
      // Whoever waits is answered at once, and everything that was begun is finished.
      app.get(Vigils).stop();
      await checks.stop();
      await keeper.stop();
      await app.close();
    });
    await app.init();
    await keeper.start();
    const address = await listen(app, config);
    logger.debug(`Listening on ${address}.`);
    closing.push(() => wayIn.withdraw());
    await wayIn.announce(address);
    const notifier = new Notifier(project.notify?.command, config.projectDir, logger);
    announce({ store, reader: desk.reader, notifier, logger, address });
    return { facts: { address, holds: await storeFacts(store), who: agentsFact(project.roles) }, stop, failed };
  } catch (error) {
    await stop();
    throw listenRefusal(error, config);
  }
}

async function openApp(foundation: Foundation, { allowedHosts, host }: Config): Promise<NestFastifyApplication> {
  const { tokens, project, metrics, presence, onLoopback } = foundation;
  const arrival = new Arrival({
    hosts: new AllowedHosts(allowedHosts, host),
    accounts: new Accounts(project.limits),
    openCalls: new OpenCalls(),
    identify: (token) => {
      const credential = tokens.identify(token);
      if (credential !== undefined) presence.saw(credential.principal);
      return credential;
    },
    onLoopback,
  });
  const adapter = openServer(arrival, metrics);
  const app = await NestFactory.create<NestFastifyApplication>(apiModule(foundation), adapter, {
    logger: nestLogger(foundation.logger),
    abortOnError: false,
    bodyParser: false,
  });
  readOnlyJson(adapter.getInstance());
  return app;
}

/** By Fastify's own means: Nest's `listen` logs a refusal with its stack before we can say it in a sentence. */
async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<string> {
  return app.getHttpAdapter().getInstance().listen({ host, port });
}
