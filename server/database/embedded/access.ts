import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { give, type RunAs } from './run-as.ts';

/** How to reach PostgreSQL; only its own user may connect. */
export interface Access {
  connection: ClientConfig;
  /** A line of pg_hba.conf: who may connect from where, and how. */
  rule: string;
  /** Command-line options of `postgres`. */
  options: string[];
  /** Removes files outside the data directory. */
  remove(): void;
}

export const USER = 'cairn';
const DATABASE = 'postgres';
/** Longest path of a Unix socket (103 on macOS), minus the file name that PostgreSQL appends. */
const LONGEST_FOLDER = 103 - '/.s.PGSQL.5432'.length;

/** A Unix socket in a folder that only PostgreSQL's user may enter, or loopback on platforms without sockets; both require a password. */
export async function openAccess(
  dataDirectory: string,
  runAs: RunAs,
  overTcp = process.platform === 'win32',
): Promise<Access> {
  return overTcp ? onLoopback() : onSocket(dataDirectory, runAs);
}

function onSocket(dataDirectory: string, runAs: RunAs): Access {
  const own = join(dataDirectory, 'socket');
  const fits = Buffer.byteLength(own) <= LONGEST_FOLDER;
  // A random name, because every user may create folders there.
  const folder = fits ? own : mkdtempSync(join(existsSync('/tmp') ? '/tmp' : tmpdir(), 'cairn-'));
  // Remove a stale socket of a copied or restored directory: PostgreSQL refuses to start next to it.
  if (fits) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  give(folder, runAs);
  return {
    connection: { host: folder, port: 5432, user: USER, database: DATABASE },
    rule: 'local all all scram-sha-256',
    options: ['-c', 'listen_addresses=', '-c', 'unix_socket_permissions=0700', '-k', folder],
    remove: () => {
      if (!fits) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onLoopback(): Promise<Access> {
  const port = await freePort();
  return {
    connection: { host: '127.0.0.1', port, user: USER, database: DATABASE },
    rule: 'host all all 127.0.0.1/32 scram-sha-256',
    options: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-p', String(port)],
    remove: () => undefined,
  };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
