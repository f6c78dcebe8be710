import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';

/** Any number, the same in every Cairn server. */
const MIGRATION_LOCK = 4_217_001;

/**
 * Brings the schema up to date. Of several servers that start at once one does it and the others wait. Each run is one
 * transaction: one that was cut off has changed nothing, and the next start does it again.
 */
export async function migrateDatabase(connection: ClientConfig, root: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder: join(root, 'server/database/migrations') });
  } finally {
    await client.end();
  }
}
