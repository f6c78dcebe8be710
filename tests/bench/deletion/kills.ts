import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { DeletionSite } from './site.ts';

/** Tables whose writes are the steps of a deletion, its undo and its purge. */
const tables = [
  'deletion',
  'organization',
  'node',
  'user_grant',
  'webhook_delivery',
  'idempotency',
  'audit',
  'audit_head',
];
/** Of the lock at which a step waits for the kill. */
const LOCK = 778_899;

/**
 * Each write of these tables counts, before the statement and, for a deletion, at the commit. The step that is wanted waits for a lock
 * that the measurement holds: the server is killed there. The count is a sequence, which no rollback takes back.
 */
export async function plantSteps({ sql }: DeletionSite): Promise<void> {
  await sql(`create sequence bench_step`);
  await sql(`create table bench_wanted (step int not null)`);
  await sql(`insert into bench_wanted values (0)`);
  await sql(`
    create function bench_step() returns trigger language plpgsql as $$
    begin
      if (select step from bench_wanted) > 0 and nextval('bench_step') = (select step from bench_wanted) then
        perform pg_advisory_xact_lock(${LOCK});
      end if;
      return null;
    end $$`);
  for (const table of tables)
    await sql(
      `create trigger bench_step before insert or update or delete on ${table} for each statement execute function bench_step()`,
    );
  await sql(`create constraint trigger bench_commit after insert or update or delete on deletion
    deferrable initially deferred for each row execute function bench_step()`);
}

/** The next write with this number waits; 0: none. */
export async function want({ sql }: DeletionSite, step: number): Promise<void> {
  await sql(`select setval('bench_step', 1, false)`);
  await sql(`update bench_wanted set step = $1`, [step]);
}

/**
 * Begins `work`, kills the server with -9 when it reaches the step, and starts it again. False when the work ended before: it has fewer steps.
 */
export async function killAt(
  site: DeletionSite,
  step: number,
  work: (isKilled: () => boolean) => Promise<unknown>,
): Promise<boolean> {
  const holder = await site.connect();
  try {
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock(${LOCK})`);
    await want(site, step);
    let ended = false;
    let killed = false;
    const working = work(() => killed)
      .catch(() => undefined)
      .finally(() => (ended = true));
    while (!ended && !(await isWaiting(site))) await sleep(10);
    const reached = await isWaiting(site);
    if (reached) await site.product.end('SIGKILL');
    killed = reached;
    await working;
    await letGo(site, holder);
    if (reached) await site.product.start();
    return reached;
  } finally {
    holder.release();
  }
}

const isWaiting = async ({ number }: DeletionSite): Promise<boolean> =>
  (await number(`select count(*) from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`)) > 0;

/** PostgreSQL notices that the server is gone once the step goes on. */
async function letGo(site: DeletionSite, holder: PoolClient): Promise<void> {
  await want(site, 0);
  await holder.query('commit');
  const others = `select count(*) from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    and state <> 'idle' and pid <> pg_backend_pid()`;
  for (let left = 200; left > 0 && (await site.number(others)) > 0; left -= 1) await sleep(10);
}
