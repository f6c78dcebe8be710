import type { Client } from 'pg';
import type { BackedUpTable } from './format.ts';

/**
 * The tables of Cairn, those that others refer to first, so that they can be filled in this order. graphile-worker's are
 * left out: its jobs only wake what waits in our own tables, and its clock wakes that every minute.
 */
export async function listTables(client: Client): Promise<BackedUpTable[]> {
  const { rows: tables } = await client.query<BackedUpTable>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by c.relname`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select source.relname as from, target.relname as to
     from pg_constraint k join pg_class source on source.oid = k.conrelid join pg_class target on target.oid = k.confrelid
     join pg_namespace n on n.oid = source.relnamespace
     where k.contype = 'f' and n.nspname = 'public' and k.conrelid <> k.confrelid`,
  );
  return inOrder(tables, references);
}

function inOrder(tables: BackedUpTable[], references: { from: string; to: string }[]): BackedUpTable[] {
  const placed = new Set<string>();
  const ordered: BackedUpTable[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) => !placed.has(name) && references.every(({ from, to }) => from !== name || placed.has(to)),
    );
    if (next.length === 0)
      throw new Error('Tables refer to each other in a circle and cannot be restored in any order');
    for (const table of next) {
      placed.add(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** Read after the snapshot: a sequence may be ahead of its rows, never behind. */
export async function listSequences(client: Client): Promise<{ name: string; lastValue: string }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return rows;
}

export function copyStatement({ name, columns }: BackedUpTable, direction: 'TO STDOUT' | 'FROM STDIN'): string {
  return `copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) ${direction}`;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
