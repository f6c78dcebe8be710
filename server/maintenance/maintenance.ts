import { and, asc, count, desc, eq, gte, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { signedIn } from '../access/signed-in.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { maintenanceRecurrence, maintenanceWindow } from '../database/schema/maintenance.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { checkedWindow } from './checked-window.ts';
import { continueRecurring } from './recurring.ts';
import { windowReply } from './windows.ts';

interface Target {
  id: number;
  name: string;
}

/** Windows of one reply. */
const most = 500;

/** Puts monitors into maintenance; a window that is active or coming ends for it. @throws Refused */
export async function setMaintenance(context: CallContext, body: BodyOf<Catalogue['setMaintenance']>): Promise<null> {
  const { db, now, actor } = context;
  const window = checkedWindow(context, body);
  const targets = await lockedTargets(context, body.monitorIds);
  const ids = targets.map(({ id }) => id);
  if (body.override === false) await requireNone(db, ids);
  await endOpen(db, ids, now);
  const { startsAt, endsAt, options, reasonMessage, custom, repeat, minutes } = window;
  const setBy = signedIn(actor).name;
  if (repeat !== null && minutes !== null) {
    const rule = { repeat, minutes, options, reasonMessage, custom, setBy, setAt: now };
    await db.insert(maintenanceRecurrence).values(ids.map((nodeId) => ({ nodeId, ...rule })));
    await continueRecurring(db, now, ids);
  } else
    await db.execute(sql`
      insert into maintenance_window (node_id, starts_at, ends_at, options, reason_message, custom, set_by, set_at)
      select id, ${startsAt.toISOString()}, ${endsAt?.toISOString() ?? null}, ${JSON.stringify(options)}::jsonb, ${reasonMessage},
        ${JSON.stringify(custom)}::jsonb, ${setBy}, ${now.toISOString()} from (select ${listed(ids)} as id) each`);
  await tell(context, targets, 'SET', 'Set maintenance of', {
    ...custom,
    ...(repeat === null
      ? { startTime: startsAt.toISOString(), endTime: endsAt?.toISOString() ?? null }
      : { repeat, minutes }),
    options,
    reasonMessage,
  });
  return null;
}

/** Ends what is active and takes back what is coming; monitors without are left alone. @throws Refused */
export async function endMaintenance(
  context: CallContext,
  { monitorIds }: BodyOf<Catalogue['endMaintenance']>,
): Promise<null> {
  const targets = await lockedTargets(context, monitorIds);
  const ended = await endOpen(
    context.db,
    targets.map(({ id }) => id),
    context.now,
  );
  await tell(
    context,
    targets.filter(({ id }) => ended.has(id)),
    'ENDED',
    'Ended maintenance of',
  );
  return null;
}

/** The windows of a monitor that touch the span, newest first. */
export async function listMaintenance(
  { db, services: { screens } }: Pick<CallContext, 'db' | 'services'>,
  monitorId: number,
  { from, to }: { from: Date; to: Date },
): Promise<ReplyOf<Catalogue['listMaintenance']>> {
  const where = and(
    eq(maintenanceWindow.nodeId, monitorId),
    lte(maintenanceWindow.startsAt, to),
    or(isNull(maintenanceWindow.endsAt), gte(maintenanceWindow.endsAt, from)),
  );
  const rows = await db
    .select()
    .from(maintenanceWindow)
    .where(where)
    .orderBy(desc(maintenanceWindow.startsAt), desc(maintenanceWindow.id))
    .limit(most);
  const [all] = await db.select({ total: count() }).from(maintenanceWindow).where(where);
  return { items: rows.map((row) => windowReply(screens, row)), total: all?.total ?? 0 };
}

/** The monitors, locked in one order: whoever else sets or ends their maintenance waits. @throws Refused `not_found`, `forbidden` */
async function lockedTargets({ db, actor }: CallContext, asked: readonly number[]): Promise<Target[]> {
  const ids = [...new Set(asked)];
  const seen = await db
    .select({ id: node.id, name: node.name, clientId: node.organizationId })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .where(and(sql`${node.id} in (select ${listed(ids)})`, visibleNodes(actor)))
    .orderBy(asc(node.id))
    .for('no key update', { of: cloudMonitor });
  if (seen.length < ids.length) throw new Refused('not_found');
  if (seen.some(({ clientId }) => !holds(actor, 'NODE:Update', clientId))) throw new Refused('forbidden');
  return seen;
}

/** @throws Refused `already_in_maintenance`, saying how many (F09-11) */
async function requireNone(db: Queries, ids: readonly number[]): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select n.name from maintenance_window w join node n on n.id = w.node_id
    where w.node_id in (select ${listed(ids)}) and (w.ends_at is null or w.ends_at > now())`);
  const [first] = rows;
  if (!first) return;
  const message =
    rows.length === 1
      ? `“${first.name}” is in maintenance already, or about to be. Its window would be replaced.`
      : `${rows.length} of ${ids.length} monitors are in maintenance already, or about to be. Their windows would be replaced.`;
  throw new Refused('already_in_maintenance', { message });
}

/** What has begun ends now and stays as history; what has not never was, and nothing recurs. Answers whose there were. */
async function endOpen(db: Queries, ids: readonly number[], now: Date): Promise<Set<number>> {
  const at = now.toISOString();
  const { rows } = await db.execute<{ id: number }>(sql`
    with taken as (
      delete from maintenance_window where node_id in (select ${listed(ids)}) and starts_at >= ${at} returning node_id as id
    ), ended as (
      update maintenance_window set ends_at = ${at} where node_id in (select ${listed(ids)}) and starts_at < ${at}
        and (ends_at is null or ends_at > ${at}) returning node_id as id
    ), rules as (
      delete from maintenance_recurrence where node_id in (select ${listed(ids)}) returning node_id as id
    ) select id from taken union select id from ended union select id from rules`);
  return new Set(rows.map(({ id }) => id));
}

async function tell(
  context: CallContext,
  targets: readonly Target[],
  what: 'SET' | 'ENDED',
  does: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  if (targets.length === 0) return;
  for (const { id, name } of targets)
    await context.audit({
      action: `MAINTENANCE_${what}`,
      entityType: 'CLOUD_MONITOR',
      entityId: id,
      summary: `${does} cloud monitor “${name}”`,
      ...(detail && { detail }),
    });
  const ids = targets.map(({ id }) => id);
  // Whoever runs them has the window in memory.
  await context.services.monitors.announce(context.db, ids);
  await context.announce('maintenance', ids);
}

/** One number a row. */
function listed(ids: readonly number[]): SQL {
  return sql`json_array_elements_text(${JSON.stringify(ids)}::json)::int`;
}
