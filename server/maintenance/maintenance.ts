import { sql } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { signedIn } from '../access/signed-in.ts';
import type { Queries } from '../database/database.ts';
import { maintenanceRecurrence } from '../database/schema/maintenance.ts';
import { Refused } from '../refused.ts';
import type { WriteContext } from '../context.ts';
import { checkedWindow } from './checked-window.ts';
import { continueRecurring } from './recurring.ts';
import { heldOf, listed, lockTargets, subjectIn, type Subject, type Target } from './targets.ts';

/** Puts devices or monitors into maintenance; a window that is active or coming ends for it. @throws Refused */
export async function setMaintenance(context: WriteContext, body: BodyOf<Catalogue['setMaintenance']>): Promise<null> {
  const { db, now, actor } = context;
  const subject = subjectIn(body);
  const window = checkedWindow(context, body);
  const targets = await lockTargets(context, subject);
  const ids = targets.map(({ id }) => id);
  if (body.override === false) await requireNone(db, subject, ids);
  await endOpen(db, ids, now);
  const { startsAt, endsAt, options, reasonMessage, custom, repeat, minutes } = window;
  const setBy = signedIn(actor).name;
  if (repeat !== null && minutes !== null) {
    const rule = { repeat, minutes, reasonMessage, custom, setBy, setAt: now };
    const rules = targets.map((target) => ({ nodeId: target.id, ...rule, options: heldOf(options, target) }));
    await db.insert(maintenanceRecurrence).values(rules);
    await continueRecurring(db, now, ids);
  } else
    await db.execute(sql`
      insert into maintenance_window (node_id, starts_at, ends_at, options, reason_message, custom, set_by, set_at)
      select each.id, ${startsAt.toISOString()}, ${endsAt?.toISOString() ?? null}, each.options, ${reasonMessage},
        ${JSON.stringify(custom)}::jsonb, ${setBy}, ${now.toISOString()}
      from json_to_recordset(${JSON.stringify(targets.map((target) => ({ id: target.id, options: heldOf(options, target) })))}::json)
        as each(id int, options jsonb)`);
  await tell(context, subject, targets, {
    ...custom,
    ...(repeat === null
      ? { startTime: startsAt.toISOString(), endTime: endsAt?.toISOString() ?? null }
      : { repeat, minutes }),
    options,
    reasonMessage,
  });
  return null;
}

/** Ends what is active and takes back what is coming; devices and monitors without are left alone. @throws Refused */
export async function endMaintenance(context: WriteContext, body: BodyOf<Catalogue['endMaintenance']>): Promise<null> {
  const subject = subjectIn(body);
  const targets = await lockTargets(context, subject);
  const ended = await endOpen(
    context.db,
    targets.map(({ id }) => id),
    context.now,
  );
  await tell(
    context,
    subject,
    targets.filter(({ id }) => ended.has(id)),
  );
  return null;
}

/** @throws Refused `already_in_maintenance`, saying how many (F09-11) */
async function requireNone(db: Queries, { kind }: Subject, ids: readonly number[]): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select n.name from maintenance_window w join node n on n.id = w.node_id
    where w.node_id in (select ${listed(ids)}) and (w.ends_at is null or w.ends_at > now())`);
  const [first] = rows;
  if (!first) return;
  const message =
    rows.length === 1
      ? `“${first.name}” is in maintenance already, or about to be. Its window would be replaced.`
      : `${rows.length} of ${ids.length} ${kind === 'DEVICES' ? 'devices' : 'monitors'} are in maintenance already, or about to be. Their windows would be replaced.`;
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

/** `set`: what was set; absent when it ended. */
async function tell(
  context: WriteContext,
  { kind }: Subject,
  targets: readonly Target[],
  set?: Record<string, unknown>,
): Promise<void> {
  if (targets.length === 0) return;
  const [entityType, words] = kind === 'DEVICES' ? ['NODE', 'device'] : ['CLOUD_MONITOR', 'cloud monitor'];
  for (const { id, name } of targets)
    await context.audit({
      action: set ? 'MAINTENANCE_SET' : 'MAINTENANCE_ENDED',
      entityType,
      entityId: id,
      summary: `${set ? 'Set' : 'Ended'} maintenance of ${words} “${name}”`,
      ...(set && { detail: set }),
    });
  const ids = targets.map(({ id }) => id);
  // Whoever runs monitors has the window in memory; of devices it is read from the database at each look.
  if (kind === 'MONITORS') await context.services.monitors.announce(context.db, ids);
  await context.announce('maintenance', ids);
}
