import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { runItem } from '../database/schema/runs.ts';
import { requireFields } from '../require-fields.ts';
import type { RunRow } from './own-run.ts';
import type { AnyRunKind } from './run-kind.ts';

type Query = QueryOf<Catalogue['listRunItems']>;

/** Values that are counted. */
const MOST_VALUES = 50;
const refusedField = 'The items of this run have no such field';

/** A page of the items of a run, filtered and sorted by the database. @throws Refused `invalid_input` */
export async function readItems(
  db: Queries,
  kinds: readonly AnyRunKind[],
  { id, kind }: Pick<RunRow, 'id' | 'kind'>,
  { cursor, offset, limit = 100, search, field, value = '', sort = '', countBy }: Query,
): Promise<ReplyOf<Catalogue['listRunItems']>> {
  const properties = kinds.find(({ name }) => name === kind)?.item.properties ?? {};
  const fields = Object.keys(properties);
  const descending = sort.startsWith('-');
  const by = sort.replace(/^-/, '');
  requireFields({
    '/field': field === undefined || fields.includes(field) ? undefined : refusedField,
    '/sort': by === '' || fields.includes(by) ? undefined : refusedField,
    '/countBy': countBy === undefined || fields.includes(countBy) ? undefined : refusedField,
    '/offset': offset === undefined || cursor === undefined ? undefined : 'Send a cursor or an offset, not both',
  });
  const pattern = search === undefined || search === '' ? undefined : containing(search);
  const searched = and(
    eq(runItem.runId, id),
    pattern === undefined
      ? undefined
      : or(
          sql`${runItem.key} ilike ${pattern}`,
          sql`exists (select from jsonb_each_text(${runItem.data}) as each where each.value ilike ${pattern})`,
        ),
  );
  const matching = and(searched, field === undefined ? undefined : holdsValue(field, properties[field], value));
  const place = by === '' ? undefined : placeBy(by, properties[by]);
  const after = cursor === undefined ? undefined : laterThan(readCursor(cursor), place, descending);
  const way = descending ? desc : asc;
  const rows = await db
    .select({ seq: runItem.seq, key: runItem.key, data: runItem.data, place: place ?? sql<string>`''` })
    .from(runItem)
    .where(and(matching, after))
    .orderBy(...(place === undefined ? [] : [way(place)]), way(runItem.seq))
    .limit(limit + 1)
    .offset(offset ?? 0);
  const [{ total } = { total: 0 }] = await db.select({ total: count() }).from(runItem).where(matching);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ seq, key, data }) => ({ seq, key, data })),
    next: rows.length > limit && last ? writeCursor(last) : null,
    total,
    ...(countBy !== undefined && { counts: await countsBy(db, countBy, isList(properties[countBy]), searched) }),
  };
}

/** How many items have each value; of a list, each entry counts. */
async function countsBy(
  db: Queries,
  field: string,
  list: boolean,
  where: SQL | undefined,
): Promise<Record<string, number>> {
  const value = list
    ? sql<string>`jsonb_array_elements_text(${asList(sql`${runItem.data} -> ${field}::text`)})`
    : sql<string>`coalesce(${runItem.data} ->> ${field}::text, '')`;
  const entries = db
    .select({ value: value.as('value') })
    .from(runItem)
    .where(where)
    .as('entries');
  const rows = await db
    .select({ value: entries.value, count: count() })
    .from(entries)
    .groupBy(entries.value)
    .orderBy(desc(count()), asc(entries.value))
    .limit(MOST_VALUES);
  return Object.fromEntries(rows.map((row) => [row.value, row.count]));
}

/** Items of an older version of the kind may hold one value there. */
function asList(value: SQL): SQL {
  return sql`case jsonb_typeof(${value}) when 'array' then ${value} else jsonb_build_array(${value}) end`;
}

function isList(schema: unknown): boolean {
  return (schema as { type?: unknown } | undefined)?.type === 'array';
}

/** The field has the value, or, of a list, holds it. */
function holdsValue(field: string, schema: unknown, value: string): SQL {
  return isList(schema)
    ? sql`jsonb_exists(${runItem.data} -> ${field}::text, ${value}::text)`
    : sql`${runItem.data} ->> ${field}::text = ${value}`;
}

/** What items are sorted by, as text. Cut, so that a cursor stays short; the item's number decides between equals. */
function placeBy(field: string, schema: unknown): SQL<string> {
  const text = sql`${runItem.data} ->> ${field}::text`;
  if (isAddress(schema)) return placeOfAddress(text);
  if (!isNumber(schema)) return sql<string>`left(coalesce(${text}, ''), 100)`;
  // A fixed number of digits after a sign sorts as the number does, and a cursor carries it as text.
  // Items of an older version of the kind may hold text there, or a number too large for the digits: both sort as 0.
  const holdsNumber = sql`jsonb_typeof(${runItem.data} -> ${field}::text) = 'number'`;
  const number = sql`(case when ${holdsNumber} and abs((${text})::numeric) < 1e15 then (${text})::numeric else 0 end)`;
  const digits = sql`to_char(case when ${number} < 0 then ${number} + 1e15 else ${number} end, 'FM0000000000000000.000')`;
  return sql<string>`(case when ${number} < 0 then '-' else '0' end || ${digits}) collate "C"`;
}

/** IPv4 before IPv6, each by its number; what is no address comes first. */
export function placeOfAddress(text: SQL): SQL<string> {
  const isValid = sql`pg_input_is_valid(coalesce(${text}, ''), 'inet')`;
  return sql<string>`(case when ${isValid} then encode(inet_send((${text})::inet), 'hex') else '' end) collate "C"`;
}

/** Said by the schema of the kind's item. */
function isAddress(schema: unknown): boolean {
  return (schema as { 'x-sorted'?: unknown } | undefined)?.['x-sorted'] === 'address';
}

function isNumber(schema: unknown): boolean {
  const type = (schema as { type?: unknown } | undefined)?.type;
  return type === 'integer' || type === 'number';
}

interface Cursor {
  place: string;
  seq: number;
}

function laterThan({ place: text, seq }: Cursor, place: SQL<string> | undefined, descending: boolean): SQL {
  const than = sql.raw(descending ? '<' : '>');
  if (place === undefined) return sql`${runItem.seq} ${than} ${seq}`;
  return sql`(${place}, ${runItem.seq}) ${than} (${text}::text, ${seq}::int)`;
}

function writeCursor({ place, seq }: Cursor): string {
  return Buffer.from(JSON.stringify([place, seq])).toString('base64url');
}

/** @throws Refused `invalid_input` */
function readCursor(cursor: string): Cursor {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    read = undefined;
  }
  const [place, seq] = Array.isArray(read) ? (read as unknown[]) : [];
  const valid = typeof place === 'string' && Number.isSafeInteger(seq) && Math.abs(seq as number) <= 2_147_483_647;
  requireFields({ '/cursor': valid && !place.includes('\0') ? undefined : 'Please enter a valid value' });
  return { place: place as string, seq: seq as number };
}
