import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, type Log } from '#server/log.ts';
import { division } from '#server/database/schema/organizations.ts';
import type { Services } from '#server/services.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { startServer } from '#server/start.ts';
import { afterFile } from '../clean-up.ts';
import { temporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts';
import { visitor, type Visitor } from './visitor.ts';

export const setupToken = 'test-setup-token-0123456789';
/** The same for all, since several may share a database. */
const secretKey = Buffer.alloc(32, 'cairn').toString('base64');
export const administrator = {
  email: 'ada@example.com',
  password: 'correct horse battery',
  firstName: 'Ada',
  lastName: 'Byron',
};

export interface TestServer {
  url: string;
  services: Services;
  databaseUrl: string;
  setupLink: string | undefined;
  /** Somebody with a browser of their own. */
  visitor(headers?: Record<string, string>): Visitor;
  /** Makes the first administrator, who is signed in. */
  signInAsAdmin(): Promise<Visitor>;
  close(): Promise<void>;
}

interface Options {
  /** Shares the database of another test server. */
  databaseUrl?: string;
  settings?: Partial<Settings>;
  /** False: loopback is refused as in a new installation. On, since the peers of tests listen there. */
  ownAddresses?: boolean;
  /** Off, since a test sends many requests from one address. */
  rateLimits?: boolean;
  /** `silent` where a test provokes faults. */
  logLevel?: 'error' | 'silent';
  /** For a test that reads what the server logs. */
  log?: Log;
}

/** Lets monitors, webhooks and channels reach loopback, as an administrator may. */
async function allowOwnAddresses({ database, live }: Services): Promise<void> {
  await database.update(division).set({ allowOwnAddresses: true });
  await live.announce(database, 'division', [1]);
}

let postgres: Promise<TemporaryPostgres> | undefined;
const open: TestServer[] = [];

/** Those that are still open; a file that begins many ends them after each test: PostgreSQL takes 80 connections. */
export async function closeServers(): Promise<void> {
  for (const server of open.splice(0)) await server.close();
}

async function closeAll(): Promise<void> {
  await closeServers();
  await (await postgres)?.dispose();
  postgres = undefined;
}

/** The whole server in this process, on a fresh database: one PostgreSQL for each test file. */
export async function startTestServer({
  databaseUrl,
  settings = {},
  rateLimits = false,
  ownAddresses = true,
  logLevel = 'error',
  log = createLog(logLevel),
}: Options = {}): Promise<TestServer> {
  afterFile(closeAll);
  postgres ??= temporaryPostgres();
  const database = databaseUrl ?? (await (await postgres).createDatabase());
  const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-server-'));
  const running = await startServer(
    {
      ...readSettings({}),
      port: 0,
      dataDirectory,
      databaseUrl: database,
      setupToken,
      secretKey,
      agent: false,
      // It takes a process of its own for each publication.
      simulatedPage: false,
      // No registry is asked by a test.
      domains: { rdapBootstrapUrl: 'http://127.0.0.1:1/', whoisServer: '127.0.0.1:1' },
      ...settings,
    },
    { log, rateLimits, holdReplies: true },
  );
  const server: TestServer = {
    url: running.url,
    services: running.services,
    databaseUrl: database,
    setupLink: running.setupLink,
    visitor: (headers) => visitor(running.url, headers),
    async signInAsAdmin() {
      const admin = visitor(running.url);
      const { status, body } = await admin.post('/setup', {
        token: setupToken,
        ...administrator,
        divisionName: 'Cairn Works',
      });
      if (status !== 200) throw new Error(`set-up answered ${status}: ${JSON.stringify(body)}`);
      if (ownAddresses) await allowOwnAddresses(running.services);
      return admin;
    },
    async close() {
      const at = open.indexOf(server);
      if (at >= 0) open.splice(at, 1);
      await running.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
  open.push(server);
  return server;
}
