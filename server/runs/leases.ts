import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { Live } from '../live/messages.ts';
import { errors } from '#api/contract/errors.ts';
import { expiryByDatabase } from './expire-runs.ts';

/** Seconds that a run stays with a process that does not renew its lease. */
const leaseSeconds = 5;
/** How often leases are renewed and ownerless runs are looked for. The sum of both is the longest that a run waits for an heir. */
export const renewMs = 1500;
/** A run that took so many processes down without getting on is not tried again. */
const mostAttempts = 3;

export const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;

interface Leased {
  name: string;
  /** Another process may go on with it. */
  resumable: boolean;
}

interface LeaseOptions {
  database: Database;
  live: Live;
  /** This process, a uuid. */
  holder: string;
  kinds: readonly Leased[];
}

/** Claims, renews and frees runs in the database, whose clock decides. */
export class RunLeases {
  constructor(private readonly options: LeaseOptions) {}

  /** For a database of one process: whoever held a run is dead. */
  async freeAll(): Promise<void> {
    await this.options.database.execute(
      sql`update run set lease_until = now() where state = 'running' and lease_until > now()`,
    );
  }

  /** Which of these runs are still ours, and whether their owner wants them to stop. */
  async renew(ids: readonly string[]): Promise<Map<string, { cancelRequested: boolean }>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.options.database.execute<{ id: string; cancel: boolean }>(sql`
      update run set lease_until = ${leaseEnd} where holder = ${this.options.holder} and state = 'running'
        and id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::uuid)
      returning id, cancel_requested as cancel`);
    return new Map(rows.map(({ id, cancel }) => [id, { cancelRequested: cancel }]));
  }

  /** Ends runs without a living process that nobody may resume; their items stay. */
  async endOwnerless(): Promise<void> {
    const { database, live, kinds } = this.options;
    const resumable = kinds.filter((kind) => kind.resumable);
    await database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        update run set state = case when cancel_requested then 'cancelled' else 'interrupted' end,
          refusal = case when cancel_requested then ${refusal('run_cancelled')}::jsonb else ${refusal('run_interrupted')}::jsonb end,
          input = null, holder = null, lease_until = null, ended_at = now(), expires_at = ${expiryByDatabase}
        where id in (
          select id from run where state = 'running' and lease_until < now()
            and kind in ${namesOf(kinds)}
            and (cancel_requested or attempts >= ${mostAttempts} or kind not in ${namesOf(resumable)})
          for update skip locked
        ) returning id`);
      if (rows.length > 0)
        await live.announce(
          tx,
          'run',
          rows.map(({ id }) => id),
        );
    });
  }

  /** Takes the oldest runs that nobody works on. */
  async claim(most: number): Promise<string[]> {
    const { rows } = await this.options.database.execute<{ id: string }>(sql`
      update run set state = 'running', holder = ${this.options.holder}, lease_until = ${leaseEnd},
        attempts = attempts + 1, started_at = coalesce(started_at, now())
      where id in (
        select id from run where (state = 'queued' or (state = 'running' and lease_until < now()))
          and kind in ${namesOf(this.options.kinds)}
        order by created_at limit ${most} for update skip locked
      ) returning id`);
    return rows.map(({ id }) => id);
  }

  /** Leaves a run to another process, for a clean stop. */
  async release(id: string): Promise<void> {
    await this.options.database.execute(sql`
      update run set lease_until = now(), attempts = 0 where id = ${id} and holder = ${this.options.holder} and state = 'running'`);
  }
}

/** Kinds of another version of the server are left to the processes that know them. */
function namesOf(kinds: readonly Leased[]): SQL {
  return sql`(select json_array_elements_text(${JSON.stringify(kinds.map(({ name }) => name))}::json))`;
}

function refusal(code: 'run_cancelled' | 'run_interrupted'): string {
  return JSON.stringify({ code, message: errors[code].message });
}
