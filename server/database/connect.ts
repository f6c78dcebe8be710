import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig } from 'pg';
import type { Database } from './database.ts';
import { databaseFailure } from './failures.ts';
import { markTransaction } from './transaction-scope.ts';

/** Statement timeout of requests; background work uses its own pool with a longer one. */
const STATEMENT_SECONDS = 30;
/** An idle transaction holds a connection and locks, so PostgreSQL ends it after this. */
const IDLE_IN_TRANSACTION_SECONDS = 60;
/** Added to the statement timeout on our side, for a database that does not respond at all. */
const ANSWER_SECONDS = 5;

/** Creates a pool and its query builder. The next query replaces a connection that broke while idle. */
export function connect(
  connection: ClientConfig,
  warn: (error: Error) => void,
  { statementSeconds = STATEMENT_SECONDS, connections = 20 }: { statementSeconds?: number; connections?: number } = {},
): { pool: Pool; database: Database } {
  const pool = new Pool({
    ...connection,
    max: connections,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_SECONDS * 1000,
    query_timeout: (statementSeconds + ANSWER_SECONDS) * 1000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', (error) => {
    if (!pool.ending) warn(error);
  });
  // A connection in use: its next statement reports the error. Without a listener the error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database: Database = drizzle(pool);
  // The query builder's own `transaction` leaks the connection when `begin` fails, as it does after the database died:
  // twenty failures would exhaust the pool.
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    let broken = false;
    try {
      return await markTransaction(() => drizzle(client).transaction(work, config));
    } catch (error) {
      // Discard a connection that no longer responds.
      broken = databaseFailure(error) === 'unavailable';
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return { pool, database: Object.assign(database, { transaction }) };
}
