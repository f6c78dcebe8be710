import { and, asc, eq, gt } from 'drizzle-orm';
import type { FileReply } from '#api/contract/call.ts';
import type { Database } from '../../database/database.ts';
import { monitorImportRow } from '../../database/schema/transfer.ts';
import { byteOrderMark, csvLines } from '../../csv/write-csv.ts';
import type { Import } from './imports.ts';

const batch = 500;

/** A line for each refusal: the row, what it was about, the field and why. */
export function exportRefusals(db: Database, { id }: Pick<Import, 'id'>): FileReply {
  return { name: 'refused-monitors.csv', mediaType: 'text/csv', text: lines(db, id) };
}

async function* lines(db: Database, importId: number): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([['row', 'monitorName', 'place', 'field', 'reason']]);
  let last = 0;
  for (;;) {
    const rows = await db
      .select()
      .from(monitorImportRow)
      .where(
        and(
          eq(monitorImportRow.importId, importId),
          eq(monitorImportRow.does, 'refuse'),
          gt(monitorImportRow.row, last),
        ),
      )
      .orderBy(asc(monitorImportRow.row))
      .limit(batch);
    if (rows.length > 0)
      yield csvLines(
        rows.flatMap(({ row, name, place, refusals }) =>
          refusals.map(({ field, message }) => [row, name, place, field, message]),
        ),
      );
    if (rows.length < batch) return;
    last = rows.at(-1)?.row ?? last;
  }
}
