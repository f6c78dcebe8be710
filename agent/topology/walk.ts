import snmpClient from 'net-snmp';
import type { SnmpSession, Varbind } from '../discovery/snmp-session.ts';

/** Rows of one GETBULK: with short values they fit into one packet. */
const ROWS_AT_ONCE = 24;
/** An OID has at most 128 numbers (RFC 2578 §3.5). */
const MOST_NUMBERS = 128;

export interface Row {
  /** The numbers after the column. */
  index: number[];
  varbind: Varbind;
}

interface Walk {
  most: number;
  /** SNMP v1 is asked row by row. */
  isBulk: boolean;
}

/**
 * The rows of one column, at most `most`. Ends where the column ends, and where a faulty device repeats a row or goes backwards: else
 * it could be read forever. A device without the column has no rows.
 */
export async function walkColumn(
  session: Pick<SnmpSession, 'getNext' | 'getBulk'>,
  column: string,
  { most, isBulk }: Walk,
): Promise<Row[]> {
  const rows: Row[] = [];
  let at = column;
  while (rows.length < most) {
    const wanted = Math.min(ROWS_AT_ONCE, most - rows.length);
    const found = isBulk ? await session.getBulk(at, wanted) : await nextRow(session, at);
    if (found.length === 0) return rows;
    for (const varbind of found) {
      const index = indexAfter(column, varbind);
      if (index === undefined || !isAfter(index, rows.at(-1)?.index)) return rows;
      rows.push({ index, varbind });
      at = varbind.oid;
      if (rows.length === most) break;
    }
  }
  return rows;
}

async function nextRow(session: Pick<SnmpSession, 'getNext'>, at: string): Promise<Varbind[]> {
  try {
    const found = await session.getNext(at);
    return found ? [found] : [];
  } catch (error) {
    // SNMP v1 says so at the end of its objects.
    if (error instanceof snmpClient.RequestFailedError && error.status === snmpClient.ErrorStatus.NoSuchName) return [];
    throw error;
  }
}

function indexAfter(column: string, varbind: Varbind): number[] | undefined {
  if (snmpClient.isVarbindError(varbind) || !varbind.oid.startsWith(`${column}.`)) return undefined;
  const numbers = varbind.oid.slice(column.length + 1).split('.');
  if (numbers.length > MOST_NUMBERS || !numbers.every((number) => /^\d{1,10}$/.test(number))) return undefined;
  const index = numbers.map(Number);
  return index.every((number) => number < 2 ** 32) ? index : undefined;
}

/** Whether an index comes after the other one in the order of OIDs. */
function isAfter(index: readonly number[], before: readonly number[] | undefined): boolean {
  if (before === undefined) return true;
  for (const [place, number] of index.entries()) {
    const other = before[place];
    if (other === undefined || number > other) return true;
    if (number < other) return false;
  }
  return false;
}
