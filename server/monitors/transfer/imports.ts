import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { MonitorImport } from '#api/contract/monitor-transfer.ts';
import { signedIn } from '../../access/signed-in.ts';
import type { Queries } from '../../database/database.ts';
import { monitorImport, monitorImportRow, type RowDoes } from '../../database/schema/transfer.ts';
import { Refused } from '../../refused.ts';
import type { CallContext, OwnTransactions } from '../../context.ts';
import { judgeFile, type Existing, type JudgeFile } from './judge-file.ts';
import { storable } from './known-places.ts';
import { readKnown } from './read-known-places.ts';
import type { GivenRow } from './read-file.ts';

export type ImportReply = Static<typeof MonitorImport>;
export type Import = typeof monitorImport.$inferSelect;
/** A judged row as it is kept: its contents are sealed, since they may hold passwords. */
type KeptRow = Omit<typeof monitorImportRow.$inferInsert, 'importId'>;

/** A checked file is kept for so long after the last that was done with it, in milliseconds. */
const keptFor = 24 * 3_600_000;
/** Checked files of one person; the oldest goes. */
const mostImports = 5;
const insertedAtOnce = 200;
const pageLength = 100;

/** The import of this id, for its owner alone. @throws Refused `not_found` */
export async function ownImport(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
  lock = false,
): Promise<Import> {
  const userId = actor.kind === 'user' ? actor.userId : 0;
  const asked = db
    .select()
    .from(monitorImport)
    .where(and(eq(monitorImport.id, id), eq(monitorImport.userId, userId)));
  const [found] = await (lock ? asked.for('update') : asked);
  if (!found || found.expiresAt <= now) throw new Refused('not_found');
  return found;
}

/** Judges the rows of a file, outside any transaction; no monitor is written. Answers the rows as they are kept. */
export async function judgeRows(
  { services, actor, clientGone }: OwnTransactions,
  source: JudgeFile['source'],
  existing: Existing,
): Promise<KeptRow[]> {
  const { database, secrets } = services;
  const kept: KeptRow[] = [];
  await judgeFile(
    { source, existing, actor, published: services.screens.published('cloud-monitor') },
    {
      signal: clientGone,
      known: (wanted) => readKnown(database, actor, wanted),
      judged: (rows) => {
        for (const row of rows) kept.push({ ...row, done: false, given: secrets.seal(row.given) });
      },
    },
  );
  return kept;
}

/** Keeps judged rows as a new import. Answers its id. */
export async function keepRows(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  { fileName, existing }: { fileName: string; existing: Existing },
  rows: readonly KeptRow[],
): Promise<number> {
  const { userId } = signedIn(actor);
  await dropOldest(db, userId);
  const [made] = await db
    .insert(monitorImport)
    .values({ userId, fileName: storable(fileName), existing, createdAt: now, expiresAt: after(now) })
    .returning({ id: monitorImport.id });
  if (!made) throw new Error('The import was not stored');
  await insertRows(db, made.id, rows);
  return made.id;
}

/** The rows of an import as they were read. @throws Refused `invalid_input` when some are written already */
export async function rowsToJudge(context: Pick<CallContext, 'db' | 'services'>, of: Import): Promise<string[]> {
  const rows = await givenRows(context, of.id, sql`true`);
  // Its rows are the record of what it wrote, and their contents are gone.
  if (rows.some(({ done }) => done))
    throw new Refused('invalid_input', { fields: { '/file': 'This file has been imported. Choose a file.' } });
  return rows.map(({ given }) => JSON.stringify(given));
}

/** Puts new verdicts in the place of those of an import that this transaction has locked. */
export async function keepAgain(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  of: Import,
  existing: Import['existing'],
  rows: readonly KeptRow[],
): Promise<void> {
  await db.delete(monitorImportRow).where(eq(monitorImportRow.importId, of.id));
  await db
    .update(monitorImport)
    .set({ existing, expiresAt: after(now) })
    .where(eq(monitorImport.id, of.id));
  await insertRows(db, of.id, rows);
}

async function insertRows(db: Queries, importId: number, rows: readonly KeptRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += insertedAtOnce)
    await db
      .insert(monitorImportRow)
      .values(rows.slice(from, from + insertedAtOnce).map((row) => ({ importId, ...row })));
}

/** Rows whose contents are still kept, in their order. */
export async function givenRows(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  importId: number,
  where: ReturnType<typeof sql>,
  limit?: number,
): Promise<
  {
    row: number;
    name: string;
    place: string;
    does: RowDoes;
    done: boolean;
    refusals: { field: string; message: string }[];
    given: GivenRow;
  }[]
> {
  const asked = db
    .select()
    .from(monitorImportRow)
    .where(and(eq(monitorImportRow.importId, importId), where))
    .orderBy(asc(monitorImportRow.row));
  const rows = await (limit === undefined ? asked : asked.limit(limit));
  return rows.map(({ row, name, place, does, done, refusals, given }) => ({
    row,
    name,
    place,
    does,
    done,
    refusals,
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
    .select({
      does: monitorImportRow.does,
      done: monitorImportRow.done,
      rows: count(),
      begun: sql<number>`count(*) filter (where ${monitorImportRow.defaultConditions})::int`,
    })
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
    withDefaultConditions: rowsThat('add').reduce((all, group) => all + group.begun, 0),
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
