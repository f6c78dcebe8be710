import type { FastifyInstance } from 'fastify';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { calls } from '#api/contract/catalogue.ts';
import type { Actor } from './access/actor.ts';
import { createFailedAttempts, recordFailed } from './accounts/failed-attempts.ts';
import { createSessions } from './accounts/sessions.ts';
import { createSetupDoor } from './accounts/setup-door.ts';
import { pullBackInstants } from './clock/pull-back.ts';
import { watchClock } from './clock/watch-clock.ts';
import { createAgentDoor } from './agents/agent-door.ts';
import { createAgentHub } from './agents/agent-hub.ts';
import { serveAgentPackages } from './agents/agent-packages.ts';
import { serveAgentPrograms } from './agents/agent-program.ts';
import { makeEnrollment } from './agents/make-enrollment.ts';
import { superviseLocalAgent } from './agents/local-agent.ts';
import { sendAnchor } from './audit/send-anchor.ts';
import { keepTrail } from './audit/trail.ts';
import { connect } from './database/connect.ts';
import { lockDirectory } from './database/embedded/directory-lock.ts';
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { requireSameKey } from './database/key-check.ts';
import { migrateDatabase } from './database/migrate.ts';
import { createSend } from './deliveries/send.ts';
import { sealOldDrafts } from './drafts/sealed-snapshot.ts';
import { serveHealth } from './health/health.ts';
import { reloadCertificates } from './http/tls.ts';
import { createApp, type SocketHandler } from './http/app.ts';
import { actorOf } from './http/gate.ts';
import { serveConsole } from './http/console.ts';
import { startJobs } from './jobs/jobs.ts';
import { crontab, tasksOf } from './jobs/tasks.ts';
import { wake } from './jobs/wake.ts';
import { createHub } from './live/hub.ts';
import { createLive } from './live/messages.ts';
import { createLog, type Log } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createMonitors } from './monitors/monitors.ts';
import { sealOldValues } from './monitors/seal-old-values.ts';
import { createNotifications } from './notifications/notifications.ts';
import { readRecords } from './routes/edited-flows.ts';
import { handlers } from './routes/handlers.ts';
import { runKinds } from './runs/kinds.ts';
import { startRuns } from './runs/runs.ts';
import { createPageErrors } from './division/page-errors.ts';
import { createPublicStatus } from './status/public-status.ts';
import { createScreens } from './screens/screens.ts';
import { followPublished } from './studio/published.ts';
import { createSecrets } from './secrets.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** Connections that wait to be accepted: all agents come back together after a restart, and those that find no room wait for seconds. */
const BACKLOG = 4096;

export interface RunningServer {
  /** Where it listens, as this machine reaches it. */
  url: string;
  services: Services;
  /** The link to make the first administrator with, while there is none. */
  setupLink: string | undefined;
  /** Stops taking requests, ends what runs, and stops the PostgreSQL that it started. */
  close(): Promise<void>;
}

const LONGEST_POOL_END_MS = 3000;
/** Of a reply that is being sent when the server is asked to stop. */
const LONGEST_REPLY_MS = 3000;
const BACKGROUND_STATEMENT_SECONDS = 900;

interface Options {
  log?: Log;
  rateLimits?: boolean;
  /** Fails a call whose reply is not what the catalogue declares: for tests. */
  holdReplies?: boolean;
}

/**
 * Starts the whole server: data directory, database, schema, services, HTTP, live messages, jobs, monitors.
 * @throws DirectoryInUse, DiskFull, KeyDiffers; whatever was started until then is stopped
 */
export async function startServer(
  settings: Settings,
  { log = createLog(settings.logLevel), rateLimits = true, holdReplies = false }: Options = {},
): Promise<RunningServer> {
  const undo: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error }, 'a part of the server could not be stopped');
      }
    }
  };
  try {
    mkdirSync(settings.dataDirectory, { recursive: true });
    // An outside database may be shared by several servers, each with a data directory of its own.
    undo.push(lockDirectory(settings.dataDirectory));
    const connection = await openDatabase(settings, log, undo);
    await migrateDatabase(connection, settings.root);
    const services = await createServices(settings, connection, log, undo);
    const { app, url } = await openDoors(services, { log, rateLimits, holdReplies }, undo);
    const token = await services.setup.token();
    app.log.info({ url }, 'ready');
    return { url, services, setupLink: token && `${settings.publicUrl}/#/setup?token=${token}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Undo = (() => void | Promise<void>)[];

async function openDatabase(settings: Settings, log: Log, undo: Undo): Promise<ClientConfig> {
  if (settings.databaseUrl) return { connectionString: settings.databaseUrl };
  const embedded = await startEmbeddedPostgres(settings.dataDirectory, {
    info: (words) => log.info(words),
    error: (words) => log.error(words),
  });
  undo.push(() => embedded.stop());
  return embedded.connection;
}

async function createServices(settings: Settings, connection: ClientConfig, log: Log, undo: Undo): Promise<Services> {
  const warn = (detail: Record<string, unknown>, words: string) => log.warn(detail, words);
  let ending = false;
  const { pool, database } = connect(connection, (error) => {
    if (!ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  // Clean-up and roll-up of a long history take minutes, which a request may not.
  const background = connect(connection, (error) => log.warn({ err: error }, 'an idle database connection broke'), {
    statementSeconds: BACKGROUND_STATEMENT_SECONDS,
    connections: 4,
  });
  // Bounded: a statement that a dead network holds must not hold the stop; PostgreSQL ends what is left.
  undo.push(() => {
    ending = true;
    const ended = Promise.all([pool.end(), background.pool.end()]);
    return Promise.race([ended.then(() => undefined), sleep(LONGEST_POOL_END_MS, undefined, { ref: false })]);
  });
  const secrets = createSecrets(settings.dataDirectory, settings.secretKey);
  await requireSameKey(database, secrets, settings.dataDirectory);
  await sealOldDrafts(background.database, secrets);
  const sealed = await sealOldValues(background.database, secrets);
  if (sealed > 0) log.info({ monitors: sealed }, 'what requests of monitors send is sealed now');
  const live = createLive(connection, (error) => log.warn({ err: error }, 'live messages'));
  undo.push(() => live.stop());

  const mailer = createMailer({ database, secrets, mail: settings.mail, wake: wake('deliver_mail'), warn });
  undo.push(() => mailer.close());
  const send = createSend(database);
  const { auditAnchor } = settings;
  const auditTrail = await keepTrail({
    database,
    secrets,
    dataDirectory: settings.dataDirectory,
    send: auditAnchor && ((anchor) => sendAnchor(send, auditAnchor, anchor)),
    log,
  });
  undo.push(() => auditTrail.stop());
  const webhooks = createWebhooks({ database, secrets, send, wake: wake('deliver_webhooks'), warn });
  const notifications = createNotifications({
    database,
    secrets,
    mailer,
    send,
    publicUrl: settings.publicUrl,
    wake: wake('deliver_notifications'),
    warn,
  });
  const sessions = createSessions(database);
  const failedAttempts = createFailedAttempts(recordFailed(database, secrets, warn));
  undo.push(() => failedAttempts.close());
  const setup = createSetupDoor({ database, dataDirectory: settings.dataDirectory, givenToken: settings.setupToken });
  const screens = createScreens();
  // The first job may judge a screen among those in use.
  const published = await followPublished({ database, screens, live, log });
  undo.push(() => published.stop());
  let ready: Services | undefined;
  const jobs = await startJobs({
    pool,
    database,
    tasks: tasksOf({
      log,
      screens,
      services: () => ready,
      readRecords,
      settings,
      database: background.database,
      secrets,
      live,
      mailer,
      webhooks,
      notifications,
    }),
    crontab,
    alone: settings.databaseUrl === undefined,
    log,
  });
  undo.push(() => jobs.stop());

  const agents = createAgentHub({
    database,
    log,
    live,
    secrets,
    publicUrl: settings.publicUrl,
    pace: settings.agentPace ?? {},
  });
  undo.push(() => agents.close());
  const base = {
    settings,
    database,
    pool,
    screens,
    secrets,
    auditTrail,
    sessions,
    failedAttempts,
    setup,
    mailer,
    webhooks,
    notifications,
    live,
    jobs,
    agents,
  };
  const monitors = createMonitors({
    ...base,
    alone: settings.databaseUrl === undefined,
    publicUrl: settings.publicUrl,
    domainSources: settings.domains,
    background: background.database,
    log,
  });
  await monitors.start();
  undo.push(() => monitors.stop());
  const pullBack = () =>
    pullBackInstants(database).catch((error: unknown) =>
      log.warn({ err: error }, 'instants that lie ahead could not be moved to now'),
    );
  // The clock may have been set while no server ran.
  await pullBack();
  const clock = watchClock((step) => {
    log.warn({ seconds: Math.round(step / 1000) }, 'the clock of this computer was set; checks go on at their pace');
    monitors.clockStepped(step);
    if (step < 0) void pullBack();
  });
  undo.push(() => clock.stop());
  const services = { ...base, monitors, publicStatus: createPublicStatus(database), pageErrors: createPageErrors() };
  const runs = await startRuns({ services, kinds: runKinds, alone: settings.databaseUrl === undefined, log });
  undo.push(() => runs.stop());
  ready = services;
  return services;
}

/** Ends requests that are under way. One whose client does not read the reply must not hold the stop. */
async function closeDoor(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), LONGEST_REPLY_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(late);
  }
}

async function openDoors(
  services: Services,
  { log, rateLimits, holdReplies }: Required<Options>,
  undo: Undo,
): Promise<{ app: FastifyInstance; url: string }> {
  const { settings, database } = services;
  const hub = createHub(services, (error) => log.warn({ err: error }, 'live messages'));
  undo.push(() => hub.close());
  const agentDoor = createAgentDoor(services);
  const sockets: Record<'live' | 'agentConnect', SocketHandler> = {
    live: (socket, request, actor: Actor) => {
      if (actor.kind === 'user') hub.join(socket, actor, () => actorOf(request, services, Infinity));
      else socket.close();
    },
    agentConnect: (socket, request) => agentDoor.open(socket, request),
  };
  const app = await createApp({
    services,
    calls,
    handlers,
    sockets,
    admit: { agentConnect: agentDoor.admit },
    rateLimits,
    holdReplies,
    log,
  });
  serveHealth(app, services, () => hub.count());
  await serveConsole(app, settings.root);
  serveAgentPrograms(app, settings.root);
  serveAgentPackages(app, settings);
  await app.listen({ host: settings.host, port: settings.port, backlog: BACKLOG });
  undo.push(() => closeDoor(app));
  undo.push(() => services.agents.close());
  const { port } = app.server.address() as AddressInfo;
  const host =
    settings.host === '0.0.0.0' || settings.host === '::'
      ? '127.0.0.1'
      : settings.host.includes(':')
        ? `[${settings.host}]`
        : settings.host;
  const url = `${settings.tls ? 'https' : 'http'}://${host}:${port}`;
  if (settings.tls) undo.push(reloadCertificates(app.server, settings.tls, log));

  if (settings.agent) {
    const agent = superviseLocalAgent({
      root: settings.root,
      // A certificate names the public address, not loopback.
      serverUrl: settings.tls ? settings.publicUrl : url,
      dataDirectory: settings.dataDirectory,
      token: async () => (await makeEnrollment(database, {}, new Date())).token,
      log,
    });
    undo.push(() => agent.close());
  }
  return { app, url };
}
