import { sql } from 'drizzle-orm';
import type { Queries } from '#server/database/database.ts';

interface Write {
  table: string;
  event: 'insert' | 'update' | 'delete';
  /** For some rows alone: a condition in SQL over `new` or `old`. */
  rows?: string;
  /** A statement of PL/pgSQL that runs in its place; the table refuses as a full disk would unless given. */
  instead?: string;
}

/** Makes a table refuse some writes while `work` runs. */
export async function refusingWrites(
  db: Queries,
  { table, event, rows = 'true', instead = `raise exception 'no row today'` }: Write,
  work: () => Promise<void>,
): Promise<void> {
  await db.execute(
    sql.raw(
      `create or replace function refuse_write() returns trigger language plpgsql as $$ begin ${instead}; end $$`,
    ),
  );
  await db.execute(
    sql.raw(
      `create trigger refuse_write before ${event} on ${table} for each row when (${rows}) execute function refuse_write()`,
    ),
  );
  try {
    await work();
  } finally {
    await db.execute(sql.raw(`drop trigger refuse_write on ${table}`));
  }
}
