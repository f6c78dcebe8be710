import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig } from 'pg';
import type { Database } from './database.ts';

/** A pool and the query builder on it. A connection that breaks while idle is replaced by the next query. */
export function connect(connection: ClientConfig, warn: (error: Error) => void): { pool: Pool; database: Database } {
  const pool = new Pool({
    ...connection,
    max: 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', (error) => {
    if (!pool.ending) warn(error);
  });
  // Of a connection in use: its next statement tells it, and without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database: Database = drizzle(pool);
  // The query builder's own way never gives back a connection on which `begin` fails, as each does whose database has just died:
  // twenty of them, and nobody gets one any more.
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return { pool, database: Object.assign(database, { transaction }) };
}
