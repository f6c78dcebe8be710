import { sql } from 'drizzle-orm';
import { Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Queries } from '../database/database.ts';
import type { Log } from '../log.ts';

export interface Jobs {
  /** Queues a task; with `db` in the caller's transaction. Jobs with one `key` are one job. */
  add(
    task: string,
    payload?: Record<string, unknown>,
    options?: { db?: Queries; key?: string; runAt?: Date; maxAttempts?: number },
  ): Promise<void>;
  stop(): Promise<void>;
}

interface JobsOptions {
  pool: Pool;
  database: Queries;
  tasks: TaskList;
  /** graphile-worker's crontab. */
  crontab: string;
  /** Nobody else works on this database, so what is locked at the start belonged to a process that is dead. */
  alone: boolean;
  log: Log;
}

/** Work beside the requests: graphile-worker on the same database. */
export async function startJobs({ pool, database, tasks, crontab, alone, log }: JobsOptions): Promise<Jobs> {
  const logger = new Logger(
    ({ label }) =>
      (level, words) =>
        log[level === 'error' || level === 'warning' ? 'warn' : 'debug']({ part: `jobs ${label ?? ''}` }, words),
  );
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  try {
    await utils.migrate();
    if (alone) await releaseDeadWorkers(pool, utils.forceUnlockWorkers);
  } finally {
    await utils.release();
  }
  const runner: Runner = await run({
    pgPool: pool,
    taskList: tasks,
    crontab,
    concurrency: 4,
    pollInterval: 5_000,
    noHandleSignals: true,
    logger,
  });
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'the job worker ended'));
  return {
    async add(task, payload = {}, { db = database, key, runAt, maxAttempts } = {}) {
      await db.execute(
        sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at := ${runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${maxAttempts ?? null}::int, job_key := ${key ?? null})`,
      );
    },
    stop: () => runner.stop(),
  };
}

async function releaseDeadWorkers(pool: Pool, forceUnlock: (workers: string[]) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  );
  if (rows.length > 0) await forceUnlock(rows.map((row) => row.locked_by));
}
