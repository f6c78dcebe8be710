import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSequences, listTables, quoted } from '#server/backup/tables.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { backUp } from '#server/commands/backup.ts';
import { restore } from '#server/commands/restore.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import type { Settings } from '#server/settings.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { temporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts';
import type { Visitor } from './visitor.ts';

const passphrase = 'a passphrase of a test';
let postgres: TemporaryPostgres;
let server: TestServer;
let admin: Visitor;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-backup-'));
  [postgres, server] = await Promise.all([temporaryPostgres(), startTestServer()]);
  admin = await server.signInAsAdmin();
  await admin.post('/client', { name: 'Acme “Ünïcode” \\ \t', locations: [{ name: 'Main office' }] });
  await onDatabase(server.databaseUrl, (client) =>
    client.query(
      `insert into node (name, node_class, node_type, organization_id, location_id)
         values (E'Web\\nshop', 'CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET', 1, 1);
       insert into cloud_monitor (node_id, enabled, monitor_type, frequency, timeout, config)
         values (1, false, 'PING', 60, 5, '{"hostname": "127.0.0.1"}');
       insert into monitor_result (monitor_id, at, ok, response_time, facts)
         select 1, now() - n * interval '1 second', n % 7 > 0, n / 3.0::real, '{"loss": 0.5}' from generate_series(1, 20000) n`,
    ),
  );
}, 120_000);
afterAll(async () => {
  await server.close();
  await postgres.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Contents = Record<string, string[]>;

/** Every row of every table as text, and where the sequences stand. */
async function contentsOf(client: Client): Promise<Contents> {
  const contents: Contents = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `select t::text as row from public.${quoted(name)} t order by 1`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  return contents;
}

/** A place to restore to: an empty database and an empty data directory. */
async function emptyPlace(): Promise<Settings & { databaseUrl: string }> {
  const { secretKey: _key, ...settings } = server.services.settings;
  const dataDirectory = mkdtempSync(join(folder, 'data-'));
  return { ...settings, dataDirectory, databaseUrl: await postgres.createEmptyDatabase() };
}

async function backedUp(name: string): Promise<string> {
  const file = join(folder, name);
  await backUp(server.services.settings, file, { passphrase });
  return file;
}

describe('a backup', { timeout: 120_000 }, () => {
  it('restores every row of one instant while others write, and writers never wait for it (S15)', async () => {
    const file = join(folder, 'whole.cairn');
    let before: Contents = {};
    let sequences: { name: string; lastValue: string }[] = [];
    let writing = true;
    let written = 0;
    const writer = onDatabase(server.databaseUrl, async (client) => {
      while (writing) {
        await client.query(
          `insert into monitor_result (monitor_id, at, ok) values (1, now() + $1 * interval '1 second', true)`,
          [++written],
        );
        await client.query('update organization set description = $1 where id = 1', [`written ${written}`]);
      }
    });
    const made = await backUp(server.services.settings, file, {
      passphrase,
      onSnapshot: (snapshot) =>
        onDatabase(server.databaseUrl, async (client) => {
          await client.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`);
          before = await contentsOf(client);
          sequences = await listSequences(client);
        }),
    });
    writing = false;
    await writer;
    expect(written).toBeGreaterThan(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(made.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0));

    const place = await emptyPlace();
    expect(await restore(place, file, passphrase)).toMatchObject({ rows: made.rows });
    await onDatabase(place.databaseUrl, async (client) => {
      const after = await contentsOf(client);
      expect(Object.keys(after)).toEqual(Object.keys(before));
      for (const [table, rows] of Object.entries(before)) {
        // The restore itself stands in the trail.
        const kept = table === 'audit' ? after[table]?.slice(0, rows.length) : after[table];
        if (table !== 'audit_head') expect(kept, table).toEqual(rows);
      }
      expect(await listSequences(client)).toEqual(sequences);
    });
    expect(statSync(join(place.dataDirectory, 'secret.key')).mode & 0o777).toBe(0o600);
    const key = readFileSync(join(place.dataDirectory, 'secret.key'), 'utf8').trim();
    expect(key).toBe(server.services.settings.secretKey);

    const restored = await startTestServer({ databaseUrl: place.databaseUrl });
    const again = restored.visitor();
    const { email, password } = administrator;
    expect((await again.post('/session', { email, password })).status).toBe(200);
    expect((await again.get('/activity/verify')).body).toMatchObject({ intact: true });
    expect((await again.post('/client', { name: 'After the restore', locations: [] })).status).toBe(200);
    const { items } = (await again.get('/activity?search=backup')).body;
    expect(items).toMatchObject([{ action: 'BACKUP_RESTORED', actorName: 'Server shell' }]);
    await restored.close();
  });

  it('brings request headers back that the restored key opens (S16)', async () => {
    const requestHeaders = [{ name: 'X-Api-Key', value: 'token-of-the-backup' }];
    const place = { clientId: 1, locationId: 1, frequency: 3600, timeout: 5, enabled: false, conditions: [] };
    const http = { httpHostname: 'http://127.0.0.1/', methodType: 'GET', authenticationType: 'NONE', requestHeaders };
    const monitor = { monitorType: 'HTTP', monitorName: 'With a key', requestBodyType: 'NONE', ...place, ...http };
    const added = await admin.post('/cloudmonitor', monitor);
    const file = await backedUp('headers.cairn');
    expect(gunzipSync(readFileSync(file)).toString('latin1')).not.toContain('token-of-the-backup');
    const to = await emptyPlace();
    await restore(to, file, passphrase);
    const secretKey = readFileSync(join(to.dataDirectory, 'secret.key'), 'utf8').trim();
    const restored = await startTestServer({ databaseUrl: to.databaseUrl, settings: { secretKey } });
    const again = restored.visitor();
    const { email, password } = administrator;
    await again.post('/session', { email, password });
    const read = await again.get(`/cloudmonitor/${String(added.body.cloudMonitor?.id)}`);
    expect(read.body).toMatchObject({ requestHeaders });
    await restored.close();
  });

  it('stands in the audit trail, and replaces no file (S15)', async () => {
    const file = await backedUp('once.cairn');
    expect((await admin.get('/activity?search=backup')).body.items?.[0]).toMatchObject({ action: 'BACKUP_MADE' });
    await expect(backUp(server.services.settings, file, { passphrase })).rejects.toThrow('replaces no file');
  });

  it('holds the key encrypted only (S15)', async () => {
    const text = gunzipSync(readFileSync(await backedUp('sealed.cairn'))).toString('latin1');
    const key = Buffer.from(server.services.settings.secretKey ?? '', 'base64');
    expect(text).not.toContain(key.toString('base64'));
    expect(text).not.toContain(key.toString('latin1'));
  });

  it('is refused with another passphrase, where anything is, and damaged or cut off, and leaves nothing (S15)', async () => {
    const file = await backedUp('refused.cairn');
    const place = await emptyPlace();
    await expect(restore(place, file, 'another passphrase')).rejects.toThrow('The passphrase is not the one');
    await expect(restore({ ...place, databaseUrl: server.databaseUrl }, file, passphrase)).rejects.toThrow(
      'is not empty',
    );

    const bytes = gunzipSync(readFileSync(file));
    const damage = (change: (bytes: Buffer) => Buffer): string => {
      const path = join(folder, 'damaged.cairn');
      writeFileSync(path, gzipSync(change(Buffer.from(bytes))));
      return path;
    };
    const middle = bytes.indexOf('127.0.0.1', bytes.indexOf('\n', 20));
    const changed = damage((copy) => {
      copy.write('128', middle);
      return copy;
    });
    await expect(restore(place, changed, passphrase)).rejects.toThrow('differ from their checksum');
    await expect(
      restore(
        place,
        damage((copy) => copy.subarray(0, copy.length - 200)),
        passphrase,
      ),
    ).rejects.toThrow(/cut off/);
    await expect(restore(place, join(folder, 'missing.cairn'), passphrase)).rejects.toThrow(
      'no such file or directory',
    );
    await expect(restore(place, folder, passphrase)).rejects.toThrow('not a backup of Cairn');
    writeFileSync(join(folder, 'cut.cairn'), readFileSync(file).subarray(0, 5000));
    await expect(restore(place, join(folder, 'cut.cairn'), passphrase)).rejects.toThrow(/cut off/);
    writeFileSync(join(folder, 'other.cairn'), 'not a backup');
    await expect(restore(place, join(folder, 'other.cairn'), passphrase)).rejects.toThrow('not a backup of Cairn');
    expect(await onDatabase(place.databaseUrl, (client) => listTables(client))).toEqual([]);
    const newer = damage((copy) =>
      Buffer.from(copy.toString('latin1').replace(/"migration":\d+/, '"migration":9999999999999'), 'latin1'),
    );
    await expect(restore(place, newer, passphrase)).rejects.toThrow('with a newer schema');
    expect(await restore(place, file, passphrase)).toMatchObject({ rows: expect.any(Number) as number });
  });

  it('of an older schema is migrated forward (S15)', async () => {
    const { root, version, secretKey = '' } = server.services.settings;
    const journal = JSON.parse(readFileSync(join(root, 'server/database/migrations/meta/_journal.json'), 'utf8')) as {
      entries: { when: number }[];
    };
    const connectionString = await postgres.createEmptyDatabase();
    await migrateDatabase({ connectionString }, root, journal.entries[0]?.when);
    await onDatabase(connectionString, (client) =>
      client.query(
        `insert into organization (name) values ('Old'); insert into mail_outbox (recipient, subject, body, next_attempt_at, sent_at)
         values ('a@example.com', 'Sent', '', now(), now())`,
      ),
    );
    const file = join(folder, 'older.cairn');
    const key = Buffer.from(secretKey, 'base64');
    await writeBackup({ connection: { connectionString }, file, secretKey: key, passphrase, version });
    const place = await emptyPlace();
    await restore(place, file, passphrase);
    await onDatabase(place.databaseUrl, async (client) => {
      expect((await client.query('select name from organization')).rows).toEqual([{ name: 'Old' }]);
      expect((await client.query('select state from mail_outbox')).rows).toEqual([{ state: 'delivered' }]);
      const applied = await client.query('select count(*)::int as count from drizzle.__drizzle_migrations');
      expect(applied.rows).toEqual([{ count: journal.entries.length }]);
    });
  });
});
