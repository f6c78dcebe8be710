import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Database, Queries } from '../database/database.ts';
import { screenVersion } from '../database/schema/screens.ts';
import type { Log } from '../log.ts';
import type { Live } from '../live/messages.ts';
import { isEdited, isVariant, shippedText, type ScreenPlace } from './screen-text.ts';
import { keyOf, takesPublished } from './takers.ts';
import { judgeTextApart } from './text-thread.ts';

export type VersionRow = typeof screenVersion.$inferSelect;

/** The version in use of each screen that was ever published. */
export async function versionsInUse(db: Queries): Promise<VersionRow[]> {
  return db
    .selectDistinctOn([screenVersion.flow, screenVersion.screen])
    .from(screenVersion)
    .orderBy(screenVersion.flow, screenVersion.screen, desc(screenVersion.number));
}

/** The latest number of a screen; 0 where it was never published. */
export async function latestNumber(db: Queries, { flow, screen }: ScreenPlace): Promise<number> {
  const [found] = await db
    .select({ number: sql<number>`coalesce(max(${screenVersion.number}), 0)::int` })
    .from(screenVersion)
    .where(and(eq(screenVersion.flow, flow), eq(screenVersion.screen, screen)));
  return found?.number ?? 0;
}

/** The published texts at an instant, by `<flow>/<screen>`; without screens of which the built-in document is in use. */
export async function publishedTexts(db: Queries, at: Date): Promise<Record<string, string>> {
  const rows = await db
    .selectDistinctOn([screenVersion.flow, screenVersion.screen])
    .from(screenVersion)
    .where(lte(screenVersion.publishedAt, at))
    .orderBy(screenVersion.flow, screenVersion.screen, desc(screenVersion.number));
  return textsIn(rows);
}

function textsIn(rows: readonly VersionRow[]): Record<string, string> {
  return Object.fromEntries(rows.flatMap((row) => (row.text === null ? [] : [[keyOf(row), row.text]])));
}

/**
 * Puts the published screens into the library, and updates them when this or another process publishes. A version that no longer fits
 * the flow of this release is skipped with a warning in the log, and the built-in document is used.
 */
export async function followPublished(options: {
  database: Database;
  screens: ScreenLibrary;
  live: Live;
  log: Log;
}): Promise<{ stop(): void }> {
  const { database, screens, live, log } = options;
  const inUse = new Map<string, number>();

  async function take(): Promise<void> {
    const rows = await versionsInUse(database);
    const texts = textsIn(rows);
    for (const { flow, screen, number, text, publishedAt } of rows) {
      const place = { flow, screen };
      const key = keyOf(place);
      if (inUse.get(key) === number || !isEdited(screens, place)) continue;
      const isBuiltIn = text === null && !takesPublished(screens, place, texts);
      const own = text ?? shippedText(screens, place);
      // A variant keeps the parts that it takes of other screens as they were when it was published, as its module does.
      const parts = isVariant(place) ? await publishedTexts(database, publishedAt) : texts;
      const judged = isBuiltIn ? undefined : await judgeTextApart(screens, place, own, { patient: true, texts: parts });
      if (judged !== undefined && judged.document === undefined)
        log.warn({ screen: key, number, problems: judged.problems }, 'a published screen does not fit its flow');
      screens.replace(flow, screen, judged?.document, text ?? undefined);
      inUse.set(key, number);
    }
  }

  await take();
  let work = Promise.resolve();
  const stopListening = live.listen(({ topic }) => {
    if (topic !== 'screen' && topic !== 'resync') return;
    work = work.then(take).catch((error: unknown) => log.warn({ err: error }, 'published screens could not be read'));
  });
  return { stop: stopListening };
}
