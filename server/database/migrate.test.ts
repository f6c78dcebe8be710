import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryPostgres, type TemporaryPostgres } from '#tests/server/temporary-postgres.ts';
import { migrateDatabase } from './migrate.ts';

const root = join(import.meta.dirname, '../..');
const migrations = 'server/database/migrations';

interface Journal {
  entries: { tag: string }[];
}

const journal = JSON.parse(readFileSync(join(root, migrations, 'meta/_journal.json'), 'utf8')) as Journal;
let postgres: TemporaryPostgres;
let earlier: string;

/** A checkout of the day when there was only the first migration. */
function firstCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-migrate-'));
  const [first] = journal.entries;
  mkdirSync(join(folder, migrations, 'meta'), { recursive: true });
  cpSync(join(root, migrations, `${first?.tag}.sql`), join(folder, migrations, `${first?.tag}.sql`));
  writeFileSync(
    join(folder, migrations, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
  );
  return folder;
}

beforeAll(async () => {
  postgres = await temporaryPostgres();
  earlier = firstCheckout();
}, 60_000);
afterAll(async () => {
  rmSync(earlier, { recursive: true, force: true });
  await postgres.dispose();
});

it('brings data of the first schema up to date, and does nothing the second time', async () => {
  const connectionString = await postgres.createDatabase();
  await migrateDatabase({ connectionString }, earlier);
  const client = new Client(connectionString);
  await client.connect();
  try {
    await client.query(`
      insert into division (name) values ('Test');
      insert into organization (name) values ('Acme');
      insert into location (organization_id, name, position) values (1, 'Main office', 0);
      insert into node (name, node_class, node_type, organization_id, location_id)
        values ('Web shop', 'CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET', 1, 1);
      insert into cloud_monitor (node_id, enabled, monitor_type, frequency, timeout, config)
        values (1, true, 'PING', 60, 5, '{"hostname": "127.0.0.1"}');
      insert into alert (monitor_id, condition_name, description, severity, priority, message, raised_at)
        values (1, 'Down', 'The ping fails once.', 'CRITICAL', 'HIGH', 'No answer', now());
      insert into mail_outbox (recipient, subject, body, next_attempt_at, sent_at, failed_at, last_error)
        values ('a@example.com', 'Sent', '', now(), now(), null, null),
          ('b@example.com', 'Given up', '', now(), null, now(), 'mailbox unknown'),
          ('c@example.com', 'Waits', 'sealed', now(), null, null, 'mailbox busy');
    `);
    const applied = async () =>
      (await client.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations')).rows[0]
        ?.count;
    expect(await applied()).toBe(1);
    await migrateDatabase({ connectionString }, root);
    await migrateDatabase({ connectionString }, root);
    expect(await applied()).toBe(journal.entries.length);
    const { rows } = await client.query(`
      select o.name as organization, n.name as monitor, c.config, a.message
      from node n join organization o on o.id = n.organization_id
      join cloud_monitor c on c.node_id = n.id join alert a on a.monitor_id = n.id`);
    expect(rows).toEqual([
      { organization: 'Acme', monitor: 'Web shop', config: { hostname: '127.0.0.1' }, message: 'No answer' },
    ]);
    const mail = await client.query(
      'select state, error, delivered_at is not null as sent, body from mail_outbox order by id',
    );
    expect(mail.rows).toEqual([
      { state: 'delivered', error: null, sent: true, body: '' },
      { state: 'failed', error: 'mailbox unknown', sent: false, body: '' },
      { state: 'pending', error: 'mailbox busy', sent: false, body: 'sealed' },
    ]);
  } finally {
    await client.end();
  }
}, 30_000);
