import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';
import { DiskFull, isDiskFull, requireSpace } from './disk.ts';
import { isAlive, nameOf, waitForEnd } from './processes.ts';
import { give, runAsUser, type RunAs } from './run-as.ts';

export interface EmbeddedPostgres {
  /** For `pg`: a Unix socket, or loopback with a password where the platform has none. */
  connection: pg.ClientConfig;
  pid(): number | undefined;
  /** Stops it and waits: sessions are ended, the data is left clean. */
  stop(): Promise<void>;
}

interface Log {
  info(words: string): void;
  error(words: string): void;
}

const USER = 'cairn';
const DATABASE = 'postgres';
const READY_MS = 30_000;
const LONGEST_LOG = 10_000_000;
/** Longest path of a Unix socket, less the name that PostgreSQL gives it. */
const SOCKET_PATH = 88;

/**
 * Starts PostgreSQL on `<dataDirectory>/postgres` (made the first time) and keeps it running: when it dies it is started again.
 * One that a killed server left behind is stopped first. The caller holds the directory's lock.
 * @throws DiskFull
 */
export async function startEmbeddedPostgres(dataDirectory: string, log: Log): Promise<EmbeddedPostgres> {
  const runAs = runAsUser();
  mkdirSync(dataDirectory, { recursive: true });
  // The user of PostgreSQL must be able to pass through; what is secret in it has a mode of its own.
  if (runAs.uid !== undefined) chmodSync(dataDirectory, 0o711);
  const binaries = findBinaries(dataDirectory, runAs);
  const cluster = join(dataDirectory, 'postgres');
  const access = await accessTo(dataDirectory, runAs);
  if (!existsSync(join(cluster, 'PG_VERSION'))) makeCluster(dataDirectory, cluster, binaries, runAs);
  await stopOrphan(cluster, log);

  let child: ChildProcess | undefined;
  let stopping = false;
  let restarting: Promise<void> | undefined;

  async function start(): Promise<void> {
    const logFile = join(dataDirectory, 'postgres.log');
    const tooLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LONGEST_LOG;
    const output = openSync(logFile, tooLong ? 'w' : 'a', 0o600);
    const begun = statSync(logFile).size;
    const started = spawn(binaries.program('postgres'), ['-D', cluster, ...access.options], {
      env: binaries.environment,
      ...runAs,
      cwd: '/',
      stdio: ['ignore', 'ignore', output],
      // A Ctrl-C in the terminal is for the server, which stops its database last.
      detached: true,
    });
    closeSync(output);
    child = started;
    const ended = new Promise<never>((_resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code, signal) => {
        const words = readFileSync(logFile, 'utf8').slice(begun).trim().split('\n').slice(-8).join('\n');
        reject(isDiskFull(words) ? new DiskFull(dataDirectory) : new Error(`PostgreSQL ended (${signal ?? code}): ${words}`));
      });
    });
    ended.catch(() => undefined);
    await Promise.race([ended, untilReady(access.connection)]);
    started.once('exit', () => {
      if (stopping) return;
      log.error('PostgreSQL ended unexpectedly; starting it again');
      restarting = startAgain();
    });
  }

  async function startAgain(): Promise<void> {
    for (let wait = 50; !stopping; wait = Math.min(wait * 2, 5000)) {
      try {
        await start();
        log.info('PostgreSQL is running again');
        return;
      } catch (error) {
        // Right after a kill its own children may still hold the shared memory; they end by themselves.
        log.error(`PostgreSQL could not be started: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(wait);
      }
    }
  }

  await start();
  return {
    connection: access.connection,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      await restarting?.catch(() => undefined);
      const pid = child?.pid;
      if (!child || pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
      child.kill('SIGINT');
      const late = setTimeout(() => child?.kill('SIGQUIT'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}

const overTcp = process.platform === 'win32';
const passwordFile = (dataDirectory: string) => join(dataDirectory, 'postgres.password');

/** How to connect, and the options that open exactly that door. */
async function accessTo(dataDirectory: string, runAs: RunAs): Promise<{ connection: pg.ClientConfig; options: string[] }> {
  const settings = ['-c', 'max_connections=80', '-c', 'logging_collector=off', '-c', 'log_min_messages=warning', '-c', 'timezone=UTC', '-c', 'shared_buffers=64MB', '-c', 'max_wal_size=512MB'];
  if (overTcp) {
    const port = await freePort();
    const file = passwordFile(dataDirectory);
    if (!existsSync(file)) writeFileSync(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
    const password = readFileSync(file, 'utf8').trim();
    return {
      connection: { host: '127.0.0.1', port, user: USER, database: DATABASE, password },
      options: [...settings, '-c', 'listen_addresses=127.0.0.1', '-p', String(port)],
    };
  }
  let folder = join(dataDirectory, 'socket');
  if (folder.length > SOCKET_PATH) folder = join(tmpdir(), `cairn-${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  give(folder, runAs);
  return {
    connection: { host: folder, user: USER, database: DATABASE },
    options: [...settings, '-c', 'listen_addresses=', '-k', folder],
  };
}

/** Makes the cluster beside its place and moves it there, so that a crash in between leaves nothing half made. */
function makeCluster(dataDirectory: string, cluster: string, binaries: Binaries, runAs: RunAs): void {
  requireSpace(dataDirectory);
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  give(unfinished, runAs);
  const options = ['-D', unfinished, '-U', USER, '--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
  const trust = overTcp ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDirectory)}`] : ['--auth-local=trust', '--auth-host=reject'];
  const run = spawnSync(binaries.program('initdb'), [...options, ...trust], { env: binaries.environment, ...runAs, cwd: '/', encoding: 'utf8' });
  if (run.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    if (isDiskFull(`${run.stderr}${run.stdout}`)) throw new DiskFull(dataDirectory);
    throw new Error(`PostgreSQL could not make its data directory: ${run.error?.message ?? run.stderr}`);
  }
  renameSync(unfinished, cluster);
}

/** A server that was killed leaves its PostgreSQL running; nobody else may use it, so it is stopped and started anew. */
async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  const name = nameOf(pid);
  if (name !== undefined && name !== 'postgres') return;
  log.info(`Stopping PostgreSQL (process ${pid}) that an earlier server left behind`);
  for (const [signal, wait] of [['SIGINT', 5000], ['SIGQUIT', 5000], ['SIGKILL', 2000]] as const) {
    process.kill(pid, signal);
    if (await waitForEnd(pid, wait)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) of an earlier server could not be stopped`);
}

async function untilReady(connection: pg.ClientConfig): Promise<void> {
  const until = Date.now() + READY_MS;
  for (;;) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 });
    // An error after the attempt has failed is the same news again.
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

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
