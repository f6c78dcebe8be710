import { and, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { longestScheduleDays } from '#api/contract/studio.ts';
import { authorOfSave } from '../access/author.ts';
import type { OwnTransactions, WriteContext } from '../context.ts';
import { scheduledScreen, screenEdit } from '../database/schema/screens.ts';
import { wake } from '../jobs/wake.ts';
import { Refused } from '../refused.ts';
import { isSound, judge } from './judge.ts';
import { isScheduleOf, scheduledRow, type ScheduledRow } from './scheduled-rows.ts';
import { shippedText, type ScreenPlace } from './screen-text.ts';
import type { ReadRecords } from './stored.ts';
import { keyOf } from './takers.ts';
import { auditedOrganization, screenInWords } from './variants.ts';
import { addVersion, dropEdit, lockScreens, requireEdit, requireLatest, type Publishing } from './versions.ts';

const wakePublications = wake('publish_screens');
const LONGEST_MS = longestScheduleDays * 86_400_000;

/**
 * Schedules what the user is changing, unless the gate refuses it now. The gate judges it again at its time.
 * @throws Refused `not_found`, `invalid_input` at `/at`, `screen_is_scheduled`, `screen_changed_meanwhile`
 */
export async function schedule(
  context: OwnTransactions,
  place: ScreenPlace,
  { at, note }: { at: string; note: string },
  readRecords: ReadRecords,
): Promise<ReplyOf<Catalogue['scheduleScreen']>> {
  const edit = await requireEdit(context, place);
  const runAt = requireTime(at, context.now);
  if (await scheduledRow(context.db, place)) throw new Refused('screen_is_scheduled');
  await requireLatest(context.db, place, edit.base);
  const judged = await judge(context, place, edit.text, { readRecords, inPage: true });
  return context.transaction(async (inner) => {
    if (!isSound(judged)) return { resultCode: 'REFUSED' as const, ...judged };
    const { db, now } = inner;
    await lockScreens(db);
    await requireLatest(db, place, edit.base);
    const { userId, createdBy } = authorOfSave(inner.actor);
    const { text, base } = edit;
    const added = await db
      .insert(scheduledScreen)
      .values({ ...place, text, base, note, userId, createdBy, createdAt: now, runAt })
      .onConflictDoNothing()
      .returning({ id: scheduledScreen.id });
    if (added.length === 0) throw new Refused('screen_is_scheduled');
    await dropEdit(inner, place);
    await wakePublications(db, runAt);
    await tell(inner, place, 'SCREEN_SCHEDULED', `Scheduled version ${base + 1} of`, {
      at,
      ...(note !== '' && { note }),
    });
    return { resultCode: 'SUCCESS' as const, ...judged };
  });
}

/** @throws Refused `invalid_input` at `/at` */
function requireTime(at: string, now: Date): Date {
  const time = new Date(at);
  const ahead = time.getTime() - now.getTime();
  // NaN is refused as well.
  if (ahead > 0 && ahead <= LONGEST_MS) return time;
  const message = `Choose a time in the future, at most ${longestScheduleDays} days ahead`;
  throw new Refused('invalid_input', { fields: { '/at': message } });
}

/**
 * Removes a scheduled publication, or the note that it failed. With `take` its text becomes the user's own change.
 * @throws Refused `not_found`, `screen_edit_exists` where the user has another change
 */
export async function cancelScheduled(context: WriteContext, place: ScreenPlace, take: boolean): Promise<void> {
  const { db, now, actor, services } = context;
  shippedText(services.screens, place);
  const [row] = await db.delete(scheduledScreen).where(isScheduleOf(place)).returning();
  if (row === undefined) throw new Refused('not_found');
  if (take) {
    const { userId } = authorOfSave(actor);
    const { text, base } = row;
    const taken = await db
      .insert(screenEdit)
      .values({ ...place, userId, text, base, keptAt: now })
      .onConflictDoNothing()
      .returning({ userId: screenEdit.userId });
    if (taken.length === 0) throw new Refused('screen_edit_exists');
  }
  const did = row.failedAt === null ? 'Cancelled the scheduled publication of' : 'Dismissed the failed publication of';
  await tell(context, place, 'SCREEN_SCHEDULE_CANCELLED', did, {
    at: row.runAt.toISOString(),
    by: row.createdBy,
    taken: take,
  });
}

/**
 * Publishes a scheduled text at once, in its author's name.
 * @throws Refused `not_found`, also for one that failed; `screen_changed_meanwhile`
 */
export async function publishScheduledNow(
  context: OwnTransactions,
  place: ScreenPlace,
  readRecords: ReadRecords,
): Promise<ReplyOf<Catalogue['publishScreen']>> {
  shippedText(context.services.screens, place);
  const row = await scheduledRow(context.db, place);
  if (row === undefined || row.failedAt !== null) throw new Refused('not_found');
  await requireLatest(context.db, place, row.base);
  const judged = await judge(context, place, row.text, { readRecords, inPage: true });
  return context.transaction(async (inner) => {
    if (!isSound(judged)) return { resultCode: 'REFUSED' as const, number: null, ...judged };
    const number = await publishRow(inner, row);
    if (number === undefined) throw new Refused('not_found');
    return { resultCode: 'SUCCESS' as const, number, ...judged };
  });
}

/**
 * Publishes a judged row in the caller's transaction; undefined where another server or person has published or cancelled it meanwhile.
 * @throws Refused `screen_changed_meanwhile`
 */
export async function publishRow(context: Publishing, row: ScheduledRow): Promise<number | undefined> {
  const { id, flow, screen, base, text, note, userId, createdBy: by } = row;
  await lockScreens(context.db);
  await requireLatest(context.db, { flow, screen }, base);
  const isSame = and(isScheduleOf(row), eq(scheduledScreen.id, id));
  const taken = await context.db.delete(scheduledScreen).where(isSame).returning({ id: scheduledScreen.id });
  if (taken.length === 0) return undefined;
  return addVersion(context, { flow, screen }, { text, note, scheduled: { userId, by } });
}

async function tell(
  { audit, announce, db, services }: WriteContext,
  place: ScreenPlace,
  action: string,
  did: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const entityId = keyOf(place);
  await audit({
    action,
    entityType: 'SCREEN',
    entityId,
    ...auditedOrganization(place),
    summary: `${did} the screen ${await screenInWords({ db, services }, place)}`,
    detail,
  });
  await announce('screen', [entityId]);
}
