import { sql } from 'drizzle-orm';
import type { TestServer } from './harness.ts';

/** Makes the audit trail refuse its next rows, as a full disk would. */
export async function withoutAudit(server: TestServer, work: () => Promise<void>): Promise<void> {
  const { database } = server.services;
  await database.execute(sql`create or replace function refuse_audit() returns trigger language plpgsql
    as $$ begin raise exception 'no audit row today'; end $$`);
  await database.execute(
    sql`create trigger refuse_audit before insert on audit for each row execute function refuse_audit()`,
  );
  try {
    await work();
  } finally {
    await database.execute(sql`drop trigger refuse_audit on audit`);
  }
}
