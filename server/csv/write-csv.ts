import { stringify } from 'csv-stringify/sync';
import { guard } from './formula-guard.ts';

/** Excel takes a file without it for one of its own country's code page. */
export const byteOrderMark = '\ufeff';

/** Lines of CSV: every cell in quotes, as RFC 4180 has them, and none that a spreadsheet would run. */
export function csvLines(rows: readonly (readonly unknown[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => guard(cellText(cell)))),
    { quoted: true, record_delimiter: 'windows' },
  );
}

function cellText(cell: unknown): string {
  if (cell === undefined || cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell as string | number | boolean);
}
