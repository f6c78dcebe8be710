import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { setImmediate as turn } from 'node:timers/promises';
import type { MonitorImport } from '#api/contract/monitor-transfer.ts';
import type { Queries } from '../../database/database.ts';
import { monitorImport, monitorImportRow, type RowDoes } from '../../database/schema/transfer.ts';
import { Refused, type CallContext } from '../../http/handler.ts';
import { judge } from './judge.ts';
import { knownPlaces, nameOf, storable } from './known-places.ts';
import type { GivenRow } from './read-file.ts';

export type ImportReply = Static<typeof MonitorImport>;
export type Import = typeof monitorImport.$inferSelect;

/** A checked file is kept for so long after the last that was done with it, in milliseconds. */
const keptFor = 24 * 3_600_000;
/** Checked files of one person; the oldest goes. */
const mostImports = 5;
const turnAfter = 50;
const insertedAtOnce = 1000;
const pageLength = 100;

/** The import of this id, for its owner alone. @throws Refused `not_found` */
export async function ownImport({ db, actor, now }: CallContext, id: number, lock = false): Promise<Import> {
  const userId = actor.kind === 'user' ? actor.userId : 0;
  const asked = db
    .select()
    .from(monitorImport)
    .where(and(eq(monitorImport.id, id), eq(monitorImport.userId, userId)));
  const [found] = await (lock ? asked.for('update') : asked);
  if (!found || found.expiresAt <= now) throw new Refused('not_found');
  return found;
}

/** Keeps the rows with the verdict on each, in the caller's transaction; no monitor is written. Answers the import's id. */
export async function checkRows(
  context: CallContext,
  { fileName, existing }: Pick<Import, 'fileName' | 'existing'>,
  rows: readonly GivenRow[],
): Promise<number> {
  const { db, actor, now } = context;
  if (actor.kind !== 'user') throw new Refused('not_signed_in');
  await dropOldest(db, actor.userId);
  const [made] = await db
    .insert(monitorImport)
    .values({ userId: actor.userId, fileName: storable(fileName), existing, createdAt: now, expiresAt: after(now) })
    .returning({ id: monitorImport.id });
  if (!made) throw new Error('The import was not stored');
  await storeVerdicts(context, made.id, existing, rows);
  return made.id;
}

/** The same for rows that are kept already, with another wish for monitors that exist. */
export async function checkAgain(context: CallContext, of: Import, existing: Import['existing']): Promise<void> {
  const rows = await givenRows(context, of.id, sql`true`);
  // Its rows are the record of what it wrote, and their contents are gone.
  if (rows.some(({ done }) => done))
    throw new Refused('invalid_input', { fields: { '/content': 'This file has been imported. Choose a file.' } });
  await context.db.delete(monitorImportRow).where(eq(monitorImportRow.importId, of.id));
  await context.db
    .update(monitorImport)
    .set({ existing, expiresAt: after(context.now) })
    .where(eq(monitorImport.id, of.id));
  await storeVerdicts(
    context,
    of.id,
    existing,
    rows.map(({ given }) => given),
  );
}

async function storeVerdicts(
  context: CallContext,
  importId: number,
  existing: Import['existing'],
  rows: readonly GivenRow[],
): Promise<void> {
  const { db, services } = context;
  const court = { context, known: await knownPlaces(db, context.actor, rows), existing, seen: new Map() };
  let stored: (typeof monitorImportRow.$inferInsert)[] = [];
  for (const [index, row] of rows.entries()) {
    const verdict = judge(court, row);
    stored.push({
      importId,
      row: row.row,
      name: nameOf(row.given).slice(0, 200),
      place: placeWords(row),
      does: verdict.does,
      done: false,
      refusals: verdict.does === 'refuse' ? verdict.refusals : [],
      given: services.secrets.seal(JSON.stringify(row)),
    });
    if (stored.length === insertedAtOnce || index === rows.length - 1) {
      await db.insert(monitorImportRow).values(stored);
      stored = [];
    }
    if (index % turnAfter === 0) await turn();
  }
}

function placeWords({ given }: GivenRow): string {
  const words = [given['organization'], given['location']].flatMap((each) =>
    typeof each === 'string' || typeof each === 'number' ? String(each) : [],
  );
  return storable(words.join(', ')).slice(0, 300);
}

/** Rows whose contents are still kept, in their order. */
export async function givenRows(
  { db, services }: CallContext,
  importId: number,
  where: ReturnType<typeof sql>,
  limit?: number,
): Promise<{ row: number; does: RowDoes; done: boolean; given: GivenRow }[]> {
  const asked = db
    .select()
    .from(monitorImportRow)
    .where(and(eq(monitorImportRow.importId, importId), where))
    .orderBy(asc(monitorImportRow.row));
  const rows = await (limit === undefined ? asked : asked.limit(limit));
  return rows.map(({ row, does, done, given }) => ({
    row,
    does,
    done,
    given: given === null ? { row, given: {}, unreadable: {} } : (JSON.parse(services.secrets.open(given)) as GivenRow),
  }));
}

/** An import with a page of its rows. */
export async function importReply(
  db: Queries,
  { id, fileName, existing }: Import,
  { show = 'all', offset = 0 }: { show?: 'refused' | 'all'; offset?: number },
): Promise<ImportReply> {
  const groups = await db
    .select({ does: monitorImportRow.does, done: monitorImportRow.done, rows: count() })
    .from(monitorImportRow)
    .where(eq(monitorImportRow.importId, id))
    .groupBy(monitorImportRow.does, monitorImportRow.done);
  const rowsThat = (...does: RowDoes[]) => groups.filter((group) => does.includes(group.does));
  const sum = (some: readonly { rows: number }[]) => some.reduce((all, { rows }) => all + rows, 0);
  const writing = rowsThat('add', 'change');
  const toWrite = sum(writing);
  const written = sum(writing.filter(({ done }) => done));
  const begun = groups.some(({ done }) => done);
  const total = sum(groups);
  const refused = sum(rowsThat('refuse'));
  const rows = await db
    .select()
    .from(monitorImportRow)
    .where(and(eq(monitorImportRow.importId, id), show === 'refused' ? eq(monitorImportRow.does, 'refuse') : undefined))
    .orderBy(asc(monitorImportRow.row))
    .limit(pageLength)
    .offset(offset);
  return {
    id,
    fileName,
    existing,
    state: !begun ? 'checked' : written < toWrite ? 'running' : 'done',
    total,
    toWrite,
    written,
    counts: {
      add: sum(rowsThat('add')),
      change: sum(rowsThat('change')),
      same: sum(rowsThat('same')),
      skip: sum(rowsThat('skip')),
      refuse: refused,
    },
    rows: rows.map(({ row, name, place, does, done, refusals }) => ({ row, name, place, does, done, refusals })),
    show,
    offset,
    limit: pageLength,
    matching: show === 'refused' ? refused : total,
    refusalsUrl: `/api/cloudmonitor/import/${id}/refusals`,
  };
}

export const after = (now: Date) => new Date(now.getTime() + keptFor);

async function dropOldest(db: Queries, userId: number): Promise<void> {
  const old = await db
    .select({ id: monitorImport.id })
    .from(monitorImport)
    .where(eq(monitorImport.userId, userId))
    .orderBy(desc(monitorImport.id))
    .offset(mostImports - 1);
  if (old.length > 0)
    await db.delete(monitorImport).where(
      inArray(
        monitorImport.id,
        old.map(({ id }) => id),
      ),
    );
}

/** For the clean-up: what nobody confirmed, passwords included, and what was written long ago. */
export async function dropOldImports(db: Queries, now: Date): Promise<void> {
  await db.delete(monitorImport).where(lt(monitorImport.expiresAt, now));
}
