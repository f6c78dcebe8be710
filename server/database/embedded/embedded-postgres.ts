import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { openAccess } from './access.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { DiskFull, isDiskFull } from './disk.ts';
import { stopOrphan } from './orphan.ts';
import { ensurePassword } from './password.ts';
import { runAsUser } from './run-as.ts';

export interface EmbeddedPostgres {
  /** For `pg`: a Unix socket, or loopback on platforms without sockets, and the password. */
  connection: ClientConfig;
  pid(): number | undefined;
  /** Ends all sessions, shuts PostgreSQL down cleanly and waits for it. */
  stop(): Promise<void>;
}

interface Log {
  info(words: string): void;
  error(words: string): void;
}

interface Options {
  overTcp?: boolean;
  /** Additional `name=value` settings of PostgreSQL, for tests. */
  settings?: readonly string[];
}

const READY_MS = 60_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5000;
/** How long to retry a failed start: the sessions of a killed PostgreSQL take a moment to end. */
const PATIENCE_MS = 10_000;
const TAIL_LINES = 8;
/** Callers get the errors of their statements, so PostgreSQL logs only its own events. */
const usualSettings = [
  'max_connections=80',
  'logging_collector=off',
  'log_min_messages=log',
  'log_checkpoints=off',
  'timezone=UTC',
  'shared_buffers=64MB',
  'max_wal_size=512MB',
];

/**
 * Starts PostgreSQL on `<dataDirectory>/postgres` (created on the first start) and restarts it when it dies.
 * Stops a PostgreSQL that a killed server left running. The caller must hold the directory's lock.
 * @throws DiskFull
 */
export async function startEmbeddedPostgres(
  dataDirectory: string,
  log: Log,
  { overTcp, settings = [] }: Options = {},
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDirectory, 'postgres');
  const runAs = runAsUser(cluster);
  mkdirSync(dataDirectory, { recursive: true });
  // PostgreSQL's user must be able to traverse the directory; secret files in it have stricter modes.
  if (runAs.uid !== undefined) chmodSync(dataDirectory, 0o711);
  const binaries = findBinaries(dataDirectory, runAs);
  const access = await openAccess(dataDirectory, runAs, overTcp);
  ensureCluster(cluster, binaries, runAs);
  await stopOrphan(cluster, log.info);
  const connection = {
    ...access.connection,
    password: ensurePassword({ dataDirectory, cluster, binaries, rule: access.rule, runAs }),
  };

  let child: ChildProcess | undefined;
  let stopping = false;
  let restarting: Promise<void> | undefined;

  async function start(): Promise<void> {
    await stopOrphan(cluster, log.info);
    const options = [...usualSettings, ...settings].flatMap((setting) => ['-c', setting]);
    const started = spawn(binaries.program('postgres'), ['-D', cluster, ...options, ...access.options], {
      env: binaries.environment,
      ...runAs,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      // Ctrl-C in the terminal must reach only the server, which stops its database last.
      detached: true,
    });
    child = started;
    let tail: string[] = [];
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      tail = [...tail, ...lines].slice(-TAIL_LINES);
      for (const line of lines) log.info(line);
    });
    let isReady = false;
    const ended = new Promise<never>((_resolve, reject) => {
      started.once('error', reject);
      // `close`, not `exit`: by then its whole stderr has been read.
      started.once('close', (code, signal) => {
        const words = tail.join('\n');
        if (isReady && !stopping) {
          log.error(`PostgreSQL ended unexpectedly (${signal ?? code}); starting it again`);
          restarting = startPatiently(Infinity);
        }
        reject(
          isDiskFull(words) ? new DiskFull(dataDirectory) : new Error(`PostgreSQL ended (${signal ?? code}): ${words}`),
        );
      });
    });
    ended.catch(() => undefined);
    await Promise.race([ended, untilReady(connection, () => started.exitCode !== null || started.signalCode !== null)]);
    isReady = true;
  }

  async function startPatiently(patience: number): Promise<void> {
    const until = Date.now() + patience;
    for (let wait = FIRST_WAIT_MS; !stopping; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await start();
        if (patience === Infinity) log.info('PostgreSQL is running again');
        return;
      } catch (error) {
        // The children and the pid of a killed PostgreSQL remain for a moment.
        const mayPass =
          patience === Infinity ||
          /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(String(error));
        if (!mayPass || Date.now() > until) throw error;
        log.error(`PostgreSQL could not be started: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(wait);
      }
    }
  }

  try {
    await startPatiently(PATIENCE_MS);
  } catch (error) {
    access.remove();
    throw error;
  }
  return {
    connection,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      await restarting?.catch(() => undefined);
      if (child && child.pid !== undefined && child.exitCode === null && child.signalCode === null) await end(child);
      access.remove();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  const late = setTimeout(() => child.kill('SIGQUIT'), 10_000);
  await ended;
  clearTimeout(late);
}

async function untilReady(connection: ClientConfig, isGone: () => boolean): Promise<void> {
  const until = Date.now() + READY_MS;
  while (!isGone()) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 2000 });
    // `connect` has already reported the error.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (Date.now() > until) throw new Error(`PostgreSQL was not ready after ${READY_MS / 1000} s`, { cause: error });
      await sleep(15);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
