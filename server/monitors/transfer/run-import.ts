import { and, eq, inArray, sql } from 'drizzle-orm';
import { monitorImport, monitorImportRow, type RowDoes } from '../../database/schema/transfer.ts';
import { Refused } from '../../refused.ts';
import type { WriteContext } from '../../context.ts';
import type { Report } from '../../runs/report.ts';
import type { CheckedInput } from '../checked-input.ts';
import { addMonitor, lockedMonitor, saveMonitor } from '../save-monitor.ts';
import { fieldOf } from './fields.ts';
import { after, givenRows, importReply, type Import, type ImportReply } from './imports.ts';
import { judge, type Court, type Refusal, type Verdict } from './judge.ts';
import { knownPlaces } from './known-places.ts';
import { readKnown, wantedBy } from './read-known-places.ts';

/** Rows of one transaction: about a second's work, so that progress is seen and a kill costs little. */
const batch = 200;
const changedMeanwhile = 'This monitor was added, changed or removed after the file was checked. Check the file again.';

interface Outcome {
  row: number;
  name: string;
  place: string;
  does: RowDoes;
  reason: string;
}

/**
 * Writes the next rows in the caller's transaction: monitors and the mark that they are written commit together, so a row
 * is written once however often this is asked. A row that no longer does what the dry run said is refused.
 * Answers how many rows are left.
 */
export async function runBatch(
  context: WriteContext & Report<'write', Outcome>,
  of: Import,
): Promise<{ left: number; counts: ImportReply['counts'] }> {
  const { db, actor, now } = context;
  const next = await givenRows(context, of.id, sql`not ${monitorImportRow.done}`, batch);
  const rows = next.filter(({ does }) => does === 'add' || does === 'change');
  const changed: number[] = [];
  const own = quiet(context, changed);
  const givens = rows.map(({ given }) => given);
  const known = knownPlaces(await readKnown(db, actor, wantedBy(givens), true));
  const court: Court = { context: own, known, existing: of.existing, seen: new Map() };
  const written: { row: number; does: Verdict['does'] }[] = [];
  const outcomes = new Map(next.map((row) => [row.row, outcomeOf(row, row)]));
  for (const { row, name, place, does, given } of rows) {
    const verdict = await write(own, judge(court, given), does, of.fileName);
    outcomes.set(row, outcomeOf({ row, name, place }, { refusals: [], ...verdict }));
    if (verdict.does === 'refuse') await mark(context, of, [row], verdict);
    else written.push({ row, does: verdict.does });
  }
  // In the order of the file, those that are not to be written too.
  context.found([...outcomes.values()].map((data) => ({ key: String(data.row), data })));
  await finish(context, of, next);
  for (const does of ['add', 'change', 'same'] as const)
    await mark(
      context,
      of,
      written.filter((each) => each.does === does).map(({ row }) => row),
      { does },
    );
  const left = await db.$count(
    monitorImportRow,
    and(eq(monitorImportRow.importId, of.id), eq(monitorImportRow.done, false)),
  );
  if (left === 0 && next.length > 0) await tellOutcome(context, of);
  await db
    .update(monitorImport)
    .set({ expiresAt: after(now) })
    .where(eq(monitorImport.id, of.id));
  const { counts, written: done, toWrite: total } = await importReply(db, of, {});
  context.progress({ stage: 'write', done, total });
  if (changed.length > 0) {
    await context.services.monitors.announce(db, changed);
    await context.announce('monitor', changed);
  }
  return { left, counts };
}

function outcomeOf(
  { row, name, place }: Pick<Outcome, 'row' | 'name' | 'place'>,
  { does, refusals }: { does: RowDoes; refusals: readonly Refusal[] },
): Outcome {
  return { row, name, place, does, reason: refusals.map(({ field, message }) => `${field}: ${message}`).join(' ') };
}

/** What was never to be written is done with too, and its passwords go. */
async function finish(
  { db }: WriteContext,
  of: Import,
  rows: readonly { row: number; does: RowDoes }[],
): Promise<void> {
  const idle = rows.filter(({ does }) => does !== 'add' && does !== 'change').map(({ row }) => row);
  if (idle.length === 0) return;
  await db
    .update(monitorImportRow)
    .set({ done: true, given: null })
    .where(and(eq(monitorImportRow.importId, of.id), inArray(monitorImportRow.row, idle)));
}

/** One activity for the whole file, beside those of its monitors. */
async function tellOutcome(context: WriteContext, of: Import): Promise<void> {
  const { counts } = await importReply(context.db, of, {});
  const { add, change, refuse } = counts;
  await context.audit({
    action: 'CLOUD_MONITORS_IMPORTED',
    entityType: 'CLOUD_MONITOR',
    // The counts first: lists cut a summary at its end.
    summary: `Imported monitors: ${add} added, ${change} changed, ${refuse} refused, from “${of.fileName}”`,
    detail: { file: of.fileName, ...counts },
  });
}

/** The rows are done with; their contents, passwords included, go. */
async function mark(
  { db }: WriteContext,
  of: Import,
  rows: readonly number[],
  verdict: { does: 'add' | 'change' | 'same' } | { does: 'refuse'; refusals: Refusal[] },
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .update(monitorImportRow)
    .set({ does: verdict.does, refusals: verdict.does === 'refuse' ? verdict.refusals : [], done: true, given: null })
    .where(and(eq(monitorImportRow.importId, of.id), inArray(monitorImportRow.row, [...rows])));
}

/** Told once at the end, so that whoever runs the monitors takes them in as an import: at their turns, not all at once. */
function quiet(context: WriteContext, changed: number[]): WriteContext {
  const { services } = context;
  const announce = async (_: unknown, ids: readonly number[]) => void changed.push(...ids);
  return { ...context, services: { ...services, monitors: { ...services.monitors, announce } } };
}

async function write(context: WriteContext, verdict: Verdict, planned: string, file: string): Promise<Verdict> {
  if (verdict.does === 'refuse' || verdict.does === 'same') return verdict;
  if (verdict.does === 'skip' || verdict.does !== planned)
    return refused([{ field: 'monitorName', message: changedMeanwhile }]);
  const { input } = verdict;
  const adds = verdict.does === 'add';
  try {
    // A savepoint: what is refused half-way leaves nothing behind.
    await context.db.transaction(async (tx) => {
      const own = { ...context, db: tx };
      const id = adds ? await addMonitor(own, input) : await change(own, verdict.before.id, input);
      await context.audit({
        action: adds ? 'CLOUD_MONITOR_CREATED' : 'CLOUD_MONITOR_UPDATED',
        entityType: 'CLOUD_MONITOR',
        entityId: id,
        summary: `${adds ? 'Added' : 'Changed'} cloud monitor “${input.monitorName}” by import`,
        detail: { file },
      });
    });
    return verdict;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const fields = Object.entries(error.extra.fields ?? {});
    return refused(
      fields.length === 0
        ? [{ field: 'monitorName', message: changedMeanwhile }]
        : fields.map(([pointer, message]) => ({ field: fieldOf(pointer), message })),
    );
  }
}

async function change(context: WriteContext, id: number, input: CheckedInput): Promise<number> {
  const { config } = await lockedMonitor(context, id);
  await saveMonitor(context, id, input, config);
  return id;
}

function refused(refusals: Refusal[]): Verdict {
  return { does: 'refuse', refusals };
}
