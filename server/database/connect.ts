import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';

/** A pool and the query builder on it. A connection that breaks while idle is replaced by the next query. */
export function connect(connection: pg.ClientConfig, warn: (error: Error) => void): { pool: pg.Pool; database: Database } {
  const pool = new pg.Pool({ ...connection, max: 20, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000 });
  pool.on('error', warn);
  // A connection that breaks while it is lent out fails its own query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, database: drizzle(pool) };
}
