import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig } from 'pg';
import type { Database } from './database.ts';

/** A pool and the query builder on it. A connection that breaks while idle is replaced by the next query. */
export function connect(connection: ClientConfig, warn: (error: Error) => void): { pool: Pool; database: Database } {
  const pool = new Pool({ ...connection, max: 20, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000 });
  pool.on('error', warn);
  // A connection that breaks while it is lent out fails its own query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, database: drizzle(pool) };
}
