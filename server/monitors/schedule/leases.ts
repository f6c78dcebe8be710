import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { monitorShard, shards } from '../../database/schema/monitors.ts';

/** Seconds that a share stays with a process that does not renew it. */
const leaseSeconds = 6;
/** How often it is renewed, and free shares are looked for. A dead process's share changes hands within the sum of both. */
export const renewMs = 1500;

export interface LeaseOptions {
  database: Database;
  /** This process, a uuid. */
  worker: string;
  /** These shards are ours now. */
  onGained(shards: number[]): Promise<void>;
  /** These shards are another's, without our doing. */
  onLost(shards: number[]): void;
  /** Ends all work on these shards and stores its results; they are given away afterwards. */
  drain(shards: number[]): Promise<void>;
}

/**
 * Which shards of the monitors this process runs. Every process holds as many as its share; a process that comes is
 * given some, a process that goes or falls silent leaves its own to the others. The database's clock decides.
 */
export class Leases {
  private readonly mine = new Set<number>();
  private giving = Promise.resolve();

  constructor(private readonly options: LeaseOptions) {}

  holds(shard: number): boolean {
    return this.mine.has(shard);
  }

  get count(): number {
    return this.mine.size;
  }

  /** Makes the rows of the shards, once for the database. `alone`: whoever held some is dead, so they are free. */
  async prepare(alone: boolean): Promise<void> {
    const { database } = this.options;
    const all = Array.from({ length: shards }, (_, shard) => ({ shard }));
    await database.insert(monitorShard).values(all).onConflictDoNothing();
    if (!alone) return;
    await database.execute(sql`update monitor_shard set owner = null, until = null where owner is not null`);
    await database.execute(sql`delete from monitor_worker`);
  }

  /** Renews, then takes or gives what is missing to, or beyond, the fair share. */
  async tick(): Promise<void> {
    const { database, worker } = this.options;
    const fair = Math.ceil(shards / (await this.beat()));
    const kept = await database.execute<{ shard: number }>(
      sql`update monitor_shard set until = now() + make_interval(secs => ${leaseSeconds}) where owner = ${worker} returning shard`,
    );
    const owned = new Set(kept.rows.map(({ shard }) => shard));
    const lost = [...this.mine].filter((shard) => !owned.has(shard));
    if (lost.length > 0) {
      for (const shard of lost) this.mine.delete(shard);
      this.options.onLost(lost);
    }
    if (owned.size < fair) await this.take(fair - owned.size);
    else if (this.mine.size > fair) this.give([...this.mine].slice(fair));
  }

  /** Gives everything away at once, for a clean end. */
  async release(): Promise<void> {
    const { database, worker } = this.options;
    await this.giving;
    this.mine.clear();
    await database.transaction(async (tx) => {
      await tx.execute(sql`update monitor_shard set owner = null, until = null where owner = ${worker}`);
      await tx.execute(sql`delete from monitor_worker where id = ${worker}`);
    });
  }

  /** Shows that this process lives, and counts those that do. */
  private async beat(): Promise<number> {
    const { database, worker } = this.options;
    await database.execute(sql`
      insert into monitor_worker (id, until) values (${worker}, now() + make_interval(secs => ${leaseSeconds}))
      on conflict (id) do update set until = excluded.until`);
    await database.execute(sql`delete from monitor_worker where until < now() - interval '1 hour'`);
    const { rows } = await database.execute<{ live: number }>(
      sql`select count(*)::int as live from monitor_worker where until > now()`,
    );
    return Math.max(1, rows[0]?.live ?? 1);
  }

  private async take(most: number): Promise<void> {
    const { database, worker } = this.options;
    const { rows } = await database.execute<{ shard: number }>(sql`
      update monitor_shard set owner = ${worker}, until = now() + make_interval(secs => ${leaseSeconds})
      where shard in (
        select shard from monitor_shard where owner is null or until < now() order by shard limit ${most} for update skip locked
      ) returning shard`);
    const gained = rows.map(({ shard }) => shard);
    if (gained.length === 0) return;
    for (const shard of gained) this.mine.add(shard);
    await this.options.onGained(gained);
  }

  /** Beside the renewals, since the checks under way may take their whole time-out. */
  private give(surplus: number[]): void {
    const { database, worker } = this.options;
    for (const shard of surplus) this.mine.delete(shard);
    this.giving = this.giving.then(async () => {
      try {
        await this.options.drain(surplus);
        await database.execute(sql`
          update monitor_shard set owner = null, until = null
          where owner = ${worker} and shard in (select json_array_elements_text(${JSON.stringify(surplus)}::json)::int)`);
      } catch {
        // The database is away, so they are still ours: run them on. The next renewal sees who has them then.
        for (const shard of surplus) this.mine.add(shard);
        await this.options.onGained(surplus).catch(() => undefined);
      }
    });
  }
}
