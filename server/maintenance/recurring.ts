import { sql, type SQL } from 'drizzle-orm';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Database, Queries } from '../database/database.ts';
import { maintenanceWindow, type HeldOptions, type StoredRepeat } from '../database/schema/maintenance.ts';
import type { Live } from '../live/messages.ts';
import { nextWindow } from '#engine/vocabulary/recurrence.ts';
import { isStandingNodeId } from '../access/visibility.ts';

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

const RULE = sql`r.node_id as "nodeId", r.repeat, r.minutes, r.options, r.reason_message as "reasonMessage", r.custom, r.set_by as "setBy",
  r.set_at as "setAt", case when o.time_zone_id = '_Division' then d.time_zone_id else o.time_zone_id end as "timeZone"`;

const listed = (ids: readonly number[]) => sql`(select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;

/** No window of the rule's node is active or coming. */
const ended = (now: Date) => sql`not exists (
  select 1 from maintenance_window w where w.node_id = r.node_id and (w.ends_at is null or w.ends_at > ${now.toISOString()}))`;

/**
 * Locks the rules that have no window active or coming, and reads them. The lock comes first and the windows are looked at once more
 * under it: a statement does not see what another server stored between its start and its lock.
 */
async function lockEnded(db: Queries, now: Date, which: SQL): Promise<{ locked: number; rules: Rule[] }> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.node_id as id from maintenance_recurrence r where ${which} and ${ended(now)} and ${isStandingNodeId(sql.raw('r.node_id'))}
    order by r.node_id limit ${MOST_AT_ONCE} for no key update skip locked`);
  if (rows.length === 0) return { locked: 0, rules: [] };
  const rules = await db.execute<Rule>(sql`
    select ${RULE} from maintenance_recurrence r
    join node n on n.id = r.node_id join organization o on o.id = n.organization_id cross join division d
    where r.node_id in ${listed(rows.map(({ id }) => id))} and ${ended(now)} order by r.node_id`);
  return { locked: rows.length, rules: rules.rows };
}

/** The window of a rule that comes after `now`. */
function following({ timeZone, minutes, setAt, ...rule }: Rule, now: Date): typeof maintenanceWindow.$inferInsert {
  const { from, until } = nextWindow(rule.repeat, { minutes, timeZone, after: now.getTime() });
  return {
    ...rule,
    startsAt: new Date(from),
    endsAt: new Date(until),
    repeat: { ...rule.repeat, timeZone },
    setAt: new Date(setAt),
  };
}

/** Stores the next window of each recurring maintenance that has none active or coming, once however many servers do it. Answers whose. */
export async function continueRecurring(db: Queries, now: Date, only?: readonly number[]): Promise<number[]> {
  const which = only === undefined ? sql`true` : sql`r.node_id in ${listed(only)}`;
  const done: number[] = [];
  for (;;) {
    const { locked, rules } = await lockEnded(db, now, which);
    if (rules.length > 0) await db.insert(maintenanceWindow).values(rules.map((rule) => following(rule, now)));
    done.push(...rules.map(({ nodeId }) => nodeId));
    if (locked < MOST_AT_ONCE) return done;
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
