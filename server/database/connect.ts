import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type ClientConfig } from 'pg';
import type { Database } from './database.ts';
import { databaseFailure } from './failures.ts';
import { markTransaction } from './transaction-scope.ts';

/** A request waits no longer than this for one statement; background work has its own pool with more. */
const STATEMENT_SECONDS = 30;
/** A transaction that waits for something else than the database holds a connection and locks. */
const IDLE_IN_TRANSACTION_SECONDS = 60;
/** After the server's own limit: for a database that answers nothing at all. */
const ANSWER_SECONDS = 5;

/** A pool and the query builder on it. A connection that breaks while idle is replaced by the next query. */
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
  // Of a connection in use: its next statement tells it, and without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database: Database = drizzle(pool);
  // The query builder's own way never gives back a connection on which `begin` fails, as each does whose database has just died:
  // twenty of them, and nobody gets one any more.
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    let broken = false;
    try {
      return await markTransaction(() => drizzle(client).transaction(work, config));
    } catch (error) {
      // A connection on which nothing answers is of no use to the next request.
      broken = databaseFailure(error) === 'unavailable';
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return { pool, database: Object.assign(database, { transaction }) };
}
