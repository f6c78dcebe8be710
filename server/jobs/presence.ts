import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';

/**
 * Tracks which workers are alive. Each process holds an advisory lock on its worker's name while its connection lasts, so
 * a process that can take that lock knows that the worker is dead. Without this, a dead worker's jobs would wait for four hours.
 */
export interface Presence {
  /** Marks this worker as alive. */
  hold(worker: string): Promise<void>;
  /** Releases the jobs of dead workers; returns their names. */
  releaseDead(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Arbitrary number, the same in every Cairn server. */
const LOCK_CLASS = 4_217_002;
/** A worker may claim a job shortly before it holds its lock. */
const GRACE_SECONDS = 15;
const EVERY_MS = 30_000;
const RETRY_MS = 500;

export function keepPresence(pool: Pool, warn: (error: unknown) => void, everyMs = EVERY_MS): Presence {
  const own = new Set<string>();
  let connection: Promise<PoolClient> | undefined;
  const ended = new WeakSet<PoolClient>();
  let stopped = false;

  function getConnection(): Promise<PoolClient> {
    connection ??= connect().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  }

  async function connect(): Promise<PoolClient> {
    const made = await pool.connect();
    made.once('error', () => {
      end(made);
      void connectAgain();
    });
    try {
      for (const worker of own) await made.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, worker]);
      return made;
    } catch (error) {
      end(made);
      throw error;
    }
  }

  /** Closes the connection instead of returning it to the pool, because the locks last as long as the session. */
  function end(client: PoolClient): void {
    if (ended.has(client)) return;
    ended.add(client);
    connection = undefined;
    client.release(true);
  }

  /** Reconnects and takes the locks again, which were lost with the connection. */
  async function connectAgain(): Promise<void> {
    while (!stopped && !connection) {
      await sleep(RETRY_MS, undefined, { ref: false });
      if (!stopped) await getConnection().catch(warn);
    }
  }

  async function releaseDead(): Promise<string[]> {
    const client = await getConnection();
    const { rows } = await client.query<{ worker: string }>(
      `select distinct locked_by as worker from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - $1 * interval '1 second' and not locked_by = any($2::text[])`,
      [GRACE_SECONDS, [...own]],
    );
    const dead: string[] = [];
    for (const { worker } of rows) {
      const { rows: tried } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as taken',
        [LOCK_CLASS, worker],
      );
      if (!tried[0]?.taken) continue;
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [[worker]]);
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, worker]);
      dead.push(worker);
    }
    return dead;
  }

  const timer = setInterval(() => void releaseDead().catch(warn), everyMs);
  timer.unref();
  return {
    async hold(worker) {
      const client = await getConnection();
      own.add(worker);
      await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, worker]);
    },
    releaseDead,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const client = await connection?.catch(() => undefined);
      if (client) end(client);
    },
  };
}
