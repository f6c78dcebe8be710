// `npm run audit:verify`, as somebody on the server's shell runs it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { withDatabase } from '#server/commands/with-database.ts';
import { createLog } from '#server/log.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#server/start.ts';
import { administrator, setupToken } from './harness.ts';
import { visitor } from './visitor.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-verify-'));
chmodSync(dataDirectory, 0o711);
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

async function verify(): Promise<{ code: number | null; said: string }> {
  const { root } = readSettings({});
  const command = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/commands/main.ts'), 'audit:verify'], {
    cwd: root,
    env: { PATH: process.env.PATH, CAIRN_DATA: dataDirectory },
  });
  let said = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  return new Promise((resolve) => command.once('close', (code) => resolve({ code, said })));
}

it('says whether the trail of a running and of a stopped server is intact, and where it is not (S11)', async () => {
  const settings = { ...readSettings({ CAIRN_DATA: dataDirectory }), port: 0, setupToken, agent: false };
  const server = await startServer(settings, { log: createLog('error'), rateLimits: false });
  try {
    const admin = visitor(server.url);
    await admin.post('/setup', { token: setupToken, ...administrator, divisionName: 'Cairn Works' });
    await admin.post('/client', { name: 'Acme', locations: [] });
    const running = await verify();
    expect(running.said).toMatch(/^The audit trail is intact: \d+ rows/);
    expect(running.code).toBe(0);
  } finally {
    await server.close();
  }
  expect(await verify()).toMatchObject({ code: 0 });
  await withDatabase({ dataDirectory }, async (connection) => {
    const client = new Client(connection);
    await client.connect();
    await client.query('delete from audit where id = (select max(id) from audit)');
    await client.query('update audit_head set (last_id, hash) = (select id, hash from audit order by id desc limit 1)');
    await client.end();
  });
  const cut = await verify();
  expect(cut.said).toMatch(/^The audit trail is BROKEN. The trail ends at row \d+, but this server anchored row \d+/);
  expect(cut.code).toBe(1);
}, 120_000);
