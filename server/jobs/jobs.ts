import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Logger, makeWorkerUtils, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import type { Queries } from '../database/database.ts';
import type { Log } from '../log.ts';
import { keepPresence, type Presence } from './presence.ts';

export interface Jobs {
  /** Queues a task; with `db`, in the caller's transaction. Jobs with the same `key` are deduplicated. */
  add(
    task: string,
    payload?: Record<string, unknown>,
    options?: { db?: Queries; key?: string; runAt?: Date; maxAttempts?: number },
  ): Promise<void>;
  /** Waits for running jobs. */
  stop(): Promise<void>;
}

interface JobsOptions {
  pool: Pool;
  database: Queries;
  tasks: TaskList;
  /** graphile-worker's crontab. */
  crontab: string;
  /** No other process uses this database, so every lock found at start belongs to a dead process. */
  alone: boolean;
  log: Log;
}

const AGAIN_MS = 1000;

const ran = new Counter({
  name: 'cairn_jobs_total',
  help: 'Jobs that ran, by outcome',
  labelNames: ['task', 'outcome'],
});

/** Starts background jobs: graphile-worker on the same database. */
export async function startJobs({ pool, database, tasks, crontab, alone, log }: JobsOptions): Promise<Jobs> {
  const logger = new Logger(
    ({ label }) =>
      (level, words) =>
        log[level === 'error' || level === 'warning' ? 'warn' : 'debug']({ part: `jobs ${label ?? ''}` }, words),
  );
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  try {
    await utils.migrate();
    if (alone) await releaseAll(pool, utils.forceUnlockWorkers);
  } finally {
    await utils.release();
  }
  const presence = keepPresence(pool, (error) => log.warn({ err: error }, 'workers that died are not looked for'));
  const dead = alone ? [] : await presence.releaseDead();
  if (dead.length > 0) log.info({ workers: dead }, 'the jobs of dead workers are free again');

  const begin = () =>
    run({
      pgPool: pool,
      taskList: tasks,
      crontab,
      concurrency: 4,
      pollInterval: 5_000,
      noHandleSignals: true,
      logger,
      events: watchWorker(presence, log),
    });
  let runner: Runner | undefined = await begin();
  let stopped = false;

  /** Restarts the worker, which gives up after a long database outage. */
  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner?.promise.catch((error: unknown) => log.error({ err: error }, 'the job worker ended'));
      if (stopped) return;
      await sleep(AGAIN_MS, undefined, { ref: false });
      if (stopped) return;
      runner = await begin().catch((error: unknown) => {
        log.warn({ err: error }, 'the job worker could not be started');
        return undefined;
      });
      if (stopped) await runner?.stop();
    }
  }
  void keepRunning();

  return {
    async add(task, payload = {}, { db = database, key, runAt, maxAttempts } = {}) {
      await db.execute(
        sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, run_at := ${runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${maxAttempts ?? null}::int, job_key := ${key ?? null})`,
      );
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await runner?.stop();
      await presence.stop();
    },
  };
}

function watchWorker(presence: Presence, log: Log): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => {
    presence
      .hold(workerPool.id)
      .catch((error: unknown) => log.warn({ err: error }, 'a worker could not be made known'));
  });
  events.on('job:success', ({ job }) => ran.inc({ task: job.task_identifier, outcome: 'done' }));
  events.on('job:error', ({ job }) => ran.inc({ task: job.task_identifier, outcome: 'failed' }));
  return events;
}

async function releaseAll(pool: Pool, forceUnlock: (workers: string[]) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ locked_by: string }>(
    'select distinct locked_by from graphile_worker.jobs where locked_by is not null',
  );
  if (rows.length > 0) await forceUnlock(rows.map((row) => row.locked_by));
}
