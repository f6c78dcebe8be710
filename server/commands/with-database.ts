import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { USER } from '../database/embedded/access.ts';
import { DirectoryInUse, lockDirectory } from '../database/embedded/directory-lock.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { passwordFile } from '../database/embedded/password.ts';
import type { Settings } from '../settings.ts';

/** The installation does not allow what the command asks; the message says why. */
export class CommandRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandRefused';
  }
}

type Place = Pick<Settings, 'dataDirectory' | 'databaseUrl'>;
type Work<T> = (connection: ClientConfig) => Promise<T>;

/**
 * Works on the installation's database: the outside one, that of the running server, or, while none runs, the embedded one, which is
 * started for the time being.
 * @throws CommandRefused
 */
export async function withDatabase<T>(place: Place, work: Work<T>): Promise<T> {
  if (place.databaseUrl !== undefined) return work({ connectionString: place.databaseUrl });
  if (!existsSync(join(place.dataDirectory, 'postgres/PG_VERSION'))) {
    throw new CommandRefused(
      `There is no Cairn in ${place.dataDirectory}. Set CAIRN_DATA or DATABASE_URL as for the server.`,
    );
  }
  try {
    return await withOwnDatabase(place, work);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return work(runningDatabase(place.dataDirectory));
  }
}

/** Works on a database that no server uses; the embedded one is made where it is missing. @throws DirectoryInUse */
export async function withOwnDatabase<T>(place: Place, work: Work<T>): Promise<T> {
  if (place.databaseUrl !== undefined) return work({ connectionString: place.databaseUrl });
  mkdirSync(place.dataDirectory, { recursive: true });
  const unlock = lockDirectory(place.dataDirectory);
  try {
    const embedded = await startEmbeddedPostgres(place.dataDirectory, {
      info: () => undefined,
      error: () => undefined,
    });
    try {
      return await work(embedded.connection);
    } finally {
      await embedded.stop();
    }
  } finally {
    unlock();
  }
}

/** Where the running PostgreSQL listens, by its own account. */
function runningDatabase(dataDirectory: string): ClientConfig {
  const [, , , port, socket, address] = readFileSync(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return {
    host: socket || address || '127.0.0.1',
    port: Number(port),
    user: USER,
    database: 'postgres',
    password: readFileSync(passwordFile(dataDirectory), 'utf8').trim(),
  };
}
