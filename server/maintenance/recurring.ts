import { sql } from 'drizzle-orm';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Database, Queries } from '../database/database.ts';
import { maintenanceWindow, type HeldOptions, type StoredRepeat } from '../database/schema/maintenance.ts';
import type { Live } from '../live/messages.ts';
import { nextWindow } from './repeat.ts';

type Rule = Record<string, unknown> & {
  nodeId: number;
  repeat: StoredRepeat;
  minutes: number;
  options: HeldOptions;
  reasonMessage: string;
  custom: CustomFields;
  setBy: string;
  setAt: string;
  timeZone: string;
};

/** Rules at once: as many windows as one statement stores. */
const MOST_AT_ONCE = 1000;

/**
 * Stores the next window of each recurring maintenance that has none active or coming. Answers whose. Of several servers that do it
 * at once, one stores it: the rule's row is locked.
 */
export async function continueRecurring(db: Queries, now: Date, only?: readonly number[]): Promise<number[]> {
  const which =
    only === undefined
      ? sql`true`
      : sql`r.node_id in (select json_array_elements_text(${JSON.stringify(only)}::json)::int)`;
  const done: number[] = [];
  for (;;) {
    const { rows } = await db.execute<Rule>(sql`
      select r.node_id as "nodeId", r.repeat, r.minutes, r.options, r.reason_message as "reasonMessage", r.custom, r.set_by as "setBy",
        r.set_at as "setAt", case when o.time_zone_id = '_Division' then d.time_zone_id else o.time_zone_id end as "timeZone"
      from maintenance_recurrence r
      join node n on n.id = r.node_id join organization o on o.id = n.organization_id cross join division d
      where ${which} and not exists (
        select 1 from maintenance_window w where w.node_id = r.node_id and (w.ends_at is null or w.ends_at > ${now.toISOString()}))
      order by r.node_id limit ${MOST_AT_ONCE} for no key update of r skip locked`);
    if (rows.length > 0)
      await db.insert(maintenanceWindow).values(
        rows.map(({ nodeId, repeat, minutes, timeZone, options, reasonMessage, custom, setBy, setAt }) => {
          const { from, until } = nextWindow(repeat, { minutes, timeZone, after: now.getTime() });
          const times = { startsAt: new Date(from), endsAt: new Date(until) };
          return {
            nodeId,
            ...times,
            options,
            reasonMessage,
            custom,
            repeat: { ...repeat, timeZone },
            setBy,
            setAt: new Date(setAt),
          };
        }),
      );
    done.push(...rows.map(({ nodeId }) => nodeId));
    if (rows.length < MOST_AT_ONCE) return done;
  }
}

interface Recurring {
  database: Database;
  live: Pick<Live, 'announce'>;
}

/** The job of every minute: the windows that follow those that are over, told to whoever runs the monitors. */
export async function continueMaintenance({ database, live }: Recurring): Promise<void> {
  await database.transaction(async (tx) => {
    const ids = await continueRecurring(tx, new Date());
    if (ids.length === 0) return;
    await live.announce(tx, 'monitor', ids);
    await live.announce(tx, 'maintenance', ids);
  });
}
