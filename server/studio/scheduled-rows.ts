import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { scheduledScreen } from '../database/schema/screens.ts';
import type { ScreenPlace } from './screen-text.ts';

export type ScheduledRow = typeof scheduledScreen.$inferSelect;

export const isScheduleOf = ({ flow, screen }: ScreenPlace): SQL =>
  and(eq(scheduledScreen.flow, flow), eq(scheduledScreen.screen, screen)) ?? sql`false`;

export async function scheduledRow(db: Queries, place: ScreenPlace): Promise<ScheduledRow | undefined> {
  const [found] = await db.select().from(scheduledScreen).where(isScheduleOf(place));
  return found;
}

/** What the editor shows of a scheduled publication; null without one. */
export async function readScheduled(
  db: Queries,
  place: ScreenPlace,
): Promise<ReplyOf<Catalogue['readEditedScreen']>['scheduled']> {
  const row = await scheduledRow(db, place);
  return row === undefined ? null : { ...toScheduled(row), text: row.text };
}

/** Every scheduled publication, and those that could not be published, by time. */
export async function listScheduled(
  db: Queries,
): Promise<Omit<ReplyOf<Catalogue['listScheduledScreens']>[number], 'organization'>[]> {
  const rows = await db.select().from(scheduledScreen).orderBy(scheduledScreen.runAt);
  return rows.map((row) => ({ flow: row.flow, screen: row.screen, ...toScheduled(row) }));
}

function toScheduled({ runAt, createdBy, note, base, failedAt, reason }: ScheduledRow) {
  return {
    at: runAt.toISOString(),
    by: createdBy,
    note,
    base,
    failure: failedAt === null ? null : { at: failedAt.toISOString(), reason },
  };
}
