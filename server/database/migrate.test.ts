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

/** Creates a checkout with only the first migration. */
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
});
afterAll(async () => {
  rmSync(earlier, { recursive: true, force: true });
  await postgres.dispose();
});

it('brings data of the first schema up to date, and does nothing the second time', async () => {
  const connectionString = await postgres.createEmptyDatabase();
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
      insert into app_user (email, first_name, last_name, content) values ('a@example.com', 'Ada', 'Byron', '{}');
      insert into api_key (user_id, name, key_id, secret_hash) values (1, 'Old script', 'k', 'h');
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
    // The migration gives a key from before scopes an expiry.
    const keys = await client.query(
      "select scope, expires_at > now() + interval '89 days' and expires_at < now() + interval '91 days' as ends from api_key",
    );
    expect(keys.rows).toEqual([{ scope: 'write', ends: true }]);
  } finally {
    await client.end();
  }
});

async function migratedDivision(stored: string): Promise<unknown> {
  const connectionString = await postgres.createEmptyDatabase();
  await migrateDatabase({ connectionString }, earlier);
  const client = new Client(connectionString);
  await client.connect();
  try {
    await client.query(stored);
    await migrateDatabase({ connectionString }, root);
    const { rows } = await client.query(
      'select allow_own_addresses, monitor_networks, delivery_networks, outbound_notice from division',
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

const formerlyReached = '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7';

it('keeps what an installation reaches, and loopback only where something names it (S12)', async () => {
  const watched = (target: string) => `
    insert into division (name) values ('Test');
    insert into organization (name) values ('Acme');
    insert into location (organization_id, name, position) values (1, 'Main office', 0);
    insert into node (name, node_class, node_type, organization_id, location_id)
      values ('Web shop', 'CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET', 1, 1);
    insert into cloud_monitor (node_id, enabled, monitor_type, frequency, timeout, config)
      values (1, true, 'HTTP', 60, 5, '{"httpHostname": "${target}"}');`;
  const open = { monitor_networks: formerlyReached, delivery_networks: '', outbound_notice: true };
  for (const target of ['http://localhost:8080/', 'http://127.0.0.1/', 'http://[::1]:9/'])
    expect(await migratedDivision(watched(target))).toEqual({ ...open, allow_own_addresses: true });
  for (const target of ['http://192.168.1.127/', 'http://10.127.0.0.1.example/', 'http://[2001:db8::1]/'])
    expect(await migratedDivision(watched(target))).toEqual({ ...open, allow_own_addresses: false });
  expect(
    await migratedDivision(`
      insert into division (name) values ('Test');
      insert into webhook (name, url, secret, events) values ('Chat', 'http://chat.lan/', 'sealed', '{alert.raised}');`),
  ).toEqual({ ...open, delivery_networks: formerlyReached, allow_own_addresses: false });
  expect(
    await migratedDivision(`
      insert into division (name, allow_private_targets) values ('Test', false);
      insert into webhook (name, url, secret, events) values ('Chat', 'http://localhost/', 'sealed', '{alert.raised}');`),
  ).toEqual({ monitor_networks: '', delivery_networks: '', allow_own_addresses: false, outbound_notice: true });
});

it('refuses a database that a newer version has used, and changes nothing (S16)', async () => {
  const connectionString = await postgres.createEmptyDatabase();
  await migrateDatabase({ connectionString }, root);
  await expect(migrateDatabase({ connectionString }, earlier)).rejects.toThrow(
    'A newer version of Cairn has used this database',
  );
});
