import { sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImport } from '#tests/server/upload-file.ts';
import { startTestServer } from '#tests/server/harness.ts';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { importToEnd } from '#tests/server/run-to-end.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import { visitor, type Visitor } from '#tests/server/visitor.ts';
import { listTables, quoted } from '../backup/tables.ts';
import type { ImportReply } from './transfer/imports.ts';

const world = monitorWorld();
const token = 'token-7f3a91';
const draftId = randomUUID();
const headers = [
  { name: 'X-Api-Key', value: token },
  { name: 'Accept', value: 'text/html' },
];

const digest = (body: string | Buffer) => createHash('sha256').update(body).digest('hex');
/** Answers with the key that it was given and a digest of the body, in headers. */
let echo: Server;
let echoUrl: string;
beforeAll(async () => {
  echo = createServer((request, response) => {
    request.toArray().then(
      (chunks) => {
        const body = digest(Buffer.concat(chunks as Buffer[]));
        response.writeHead(200, { 'x-seen-key': String(request.headers['x-api-key']), 'x-seen-body': body }).end();
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
});
afterAll(() => {
  echo.closeAllConnections();
  echo.close();
});

async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(world.cairn.databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The tables of the database that hold a text anywhere. */
function tablesWith(text: string): Promise<string[]> {
  return onDatabase(async (client) => {
    const found: string[] = [];
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select 1 from public.${quoted(name)} t where t::text like $1 limit 1`, [
        `%${text}%`,
      ]);
      if (rows.length > 0) found.push(name);
    }
    return found.toSorted();
  });
}

const seen = (monitor: { lastDetail?: unknown }, header: string) =>
  (monitor.lastDetail as { headers: { name: string; value: string }[] } | null)?.headers.find(
    ({ name }) => name === header,
  )?.value;
const seenKey = (monitor: { lastDetail?: unknown }) => seen(monitor, 'x-seen-key');
const seenBody = (monitor: { lastDetail?: unknown }) => seen(monitor, 'x-seen-body');
const headersOf = async (who: Visitor, id: number) => (await who.get(`/cloudmonitor/${id}`)).body.requestHeaders;
const paused = (more: Record<string, unknown>) => world.http({ enabled: false, ...more });

async function exported(id: number, format: 'json' | 'csv'): Promise<string> {
  const reply = await fetch(`${world.cairn.url}/api/cloudmonitor/export`, {
    method: 'POST',
    headers: {
      origin: world.cairn.url,
      'content-type': 'application/json',
      cookie: `cairn_session=${world.admin.cookie('cairn_session')}`,
    },
    body: JSON.stringify({ format, ids: [id] }),
  });
  expect(reply.status).toBe(200);
  return reply.text();
}

async function imported(content: string): Promise<ImportReply> {
  const checked = (await checkImport(world.admin, { fileName: 'x', content })).body as unknown as ImportReply;
  if (checked.toWrite > 0) await importToEnd(world.admin, checked.id);
  return checked;
}

describe('values of request headers', () => {
  it('are in no table after an add, an edit, a test, a draft and an import (S16)', async () => {
    const mine = `${token}-everywhere`;
    const requestHeaders = [{ name: 'X-Api-Key', value: mine }];
    const id = await world.add({ monitorName: 'Sealed', enabled: false, requestHeaders });
    const changed = paused({ monitorName: 'Sealed', requestHeaders: [...requestHeaders, { name: 'B', value: mine }] });
    expect((await world.admin.put(`/cloudmonitor/${id}`, changed)).status).toBe(200);
    expect((await world.admin.post('/cloudmonitor/test', { id, monitor: changed })).status).toBe(200);
    const snapshot = { value: 'request', context: { answers: { request: { requestHeaders } } } };
    const draftPath = `/draft/${randomUUID()}`;
    const draft = {
      flow: 'cloud-monitor',
      title: 'x',
      state: 'request',
      screenVersions: {},
      revision: randomUUID(),
      snapshot,
    };
    expect((await world.admin.put(draftPath, draft)).status).toBe(200);
    expect((await world.admin.get(draftPath)).body).toMatchObject({ snapshot });
    const row = { organization: 'Acme', location: 'Main office', monitorName: 'Sealed', requestHeaders };
    expect(await imported(JSON.stringify([row]))).toMatchObject({ counts: { change: 1 } });
    expect(await headersOf(world.admin, id)).toEqual(requestHeaders);
    expect(await tablesWith(mine)).toEqual([]);
  });

  it('reach the target of a check and of a test (S16)', async () => {
    const id = await world.add({ monitorName: 'Asks', httpHostname: echoUrl, requestHeaders: headers });
    expect(seenKey(await world.checked(id))).toBe(token);
    const monitor = world.http({ monitorName: 'Asks', httpHostname: echoUrl, requestHeaders: headers });
    const { body } = await world.admin.post('/cloudmonitor/test', { monitor });
    expect(seenKey({ lastDetail: body.detail })).toBe(token);
  });

  it('are read by who may edit the monitor, and by nobody else (S16)', async () => {
    const id = await world.add({ monitorName: 'Read', enabled: false, requestHeaders: headers });
    const names = headers.map(({ name }) => ({ name }));
    const may = (name: string, permission: string) =>
      signedInTechnician(world.cairn, world.admin, name, ['ORGANIZATION:View', 'NODE:View', permission]);
    expect(await headersOf(world.admin, id)).toEqual(headers);
    expect(await headersOf(await may('Grace', 'NODE:Update'), id)).toEqual(headers);
    expect(await headersOf(await may('Kay', 'NODE:Create'), id)).toEqual(names);
    const { body } = await world.admin.post('/apikeypair', { name: 'Reader', scope: 'read', expiresInDays: 30 });
    const authorization = `Bearer ${String(body.apikeypair?.keyId)}.${String(body.secret)}`;
    const reader = visitor(world.cairn.url, { authorization });
    expect(await headersOf(reader, id)).toEqual(names);
  });

  it.each(['json', 'csv'] as const)(
    'are not in an export as %s, and an import of it keeps them (S16)',
    async (format) => {
      const monitorName = `Goes out as ${format}`;
      const id = await world.add({ monitorName, enabled: false, requestHeaders: headers });
      const text = await exported(id, format);
      expect(text).toContain('X-Api-Key');
      expect(text).not.toMatch(/token-|text\/html/);
      if (format === 'json') expect(text).toContain('"secretsLeftOut":["requestHeaders"]');
      expect(await imported(text)).toMatchObject({ counts: { same: 1 } });
      // One that is changed in another field keeps them as well.
      expect(await imported(text.replace('3600', '1800'))).toMatchObject({ counts: { change: 1 } });
      expect(await world.read(id)).toMatchObject({ frequency: 1800, requestHeaders: headers });
      // Elsewhere there is none to keep.
      const elsewhere = await imported(text.replaceAll(monitorName, `${monitorName} again`));
      expect(elsewhere.rows[0]?.refusals).toEqual([
        { field: 'requestHeaders[0].value', message: 'Required' },
        { field: 'requestHeaders[1].value', message: 'Required' },
      ]);
    },
  );

  it('of an earlier version are sealed at the next start, and go on being sent (S16)', async () => {
    const old = 'token-of-old';
    const id = await world.add({ monitorName: 'Old', httpHostname: echoUrl, requestHeaders: headers });
    const plain = [{ name: 'X-Api-Key', value: old }];
    await onDatabase(async (client) => {
      await client.query(`update cloud_monitor set config = config || $1 where node_id = $2`, [
        JSON.stringify({ requestHeaders: plain }),
        id,
      ]);
      await client.query(
        `insert into draft (id, user_id, flow, title, state, screen_versions, snapshot, revision, expires_at)
           select $1, id, 'cloud-monitor', 'x', 'request', '{}', $2, gen_random_uuid(), now() + interval '1 day' from app_user limit 1`,
        [draftId, JSON.stringify({ value: old, context: '\ud800' })],
      );
    });
    expect(await tablesWith(old)).toEqual(['cloud_monitor', 'draft']);
    const restarted = await startTestServer({ databaseUrl: world.cairn.databaseUrl });
    expect(await tablesWith(old)).toEqual([]);
    expect(await headersOf(world.admin, id)).toEqual(plain);
    expect((await world.admin.get(`/draft/${draftId}`)).body).toMatchObject({
      snapshot: { value: old, context: '\ud800' },
    });
    expect(seenKey(await world.runAgain(id))).toBe(old);
    // A second start changes nothing.
    const sealed = () =>
      world.cairn.services.database
        .execute(sql`select config from cloud_monitor where node_id = ${id}`)
        .then(({ rows }) => rows[0]);
    const before = await sealed();
    await restarted.close();
    await startTestServer({ databaseUrl: world.cairn.databaseUrl });
    expect(await sealed()).toEqual(before);
  });
});

describe('bodies of requests', () => {
  const secret = 'word-5e1f80';
  const form = [
    { name: 'grant_type', value: 'password' },
    { name: 'scope', value: `${secret}-one` },
    { name: 'scope', value: `${secret}-two` },
  ];
  const names = form.map(({ name }) => ({ name }));
  const bodies = [
    [
      'a form',
      { requestBodyType: 'FORM', requestBodyForm: form },
      String(new URLSearchParams(form.map(({ name, value }) => [name, value]))),
    ],
    [
      'a raw body',
      { requestBodyType: 'RAW', requestBodyRaw: `{"token":"${secret}-raw"}` },
      `{"token":"${secret}-raw"}`,
    ],
  ] as const;
  const told = async (who: Visitor, id: number) => {
    const { requestBodyForm, requestBodyRaw } = (await who.get(`/cloudmonitor/${id}`)).body;
    return { requestBodyForm, requestBodyRaw };
  };

  it.each(bodies)(
    'as %s are in no table, and reach the target of a check and of a test (S16)',
    async (name, body, sent) => {
      const fields = { monitorName: `Sends ${name}`, httpHostname: echoUrl, methodType: 'POST', ...body };
      const id = await world.add(fields);
      expect(seenBody(await world.checked(id))).toBe(digest(sent));
      const { body: tested } = await world.admin.post('/cloudmonitor/test', { monitor: world.http(fields) });
      expect(seenBody({ lastDetail: tested.detail })).toBe(digest(sent));
      expect((await world.admin.put(`/cloudmonitor/${id}`, paused(fields))).status).toBe(200);
      expect(await told(world.admin, id)).toEqual({
        requestBodyForm: undefined,
        requestBodyRaw: undefined,
        ...Object.fromEntries(Object.entries(body).slice(1)),
      });
      expect(await tablesWith(`${secret}-raw`)).toEqual([]);
      expect(await tablesWith(`${secret}-two`)).toEqual([]);
    },
  );

  it.each(bodies)('as %s are read by who may edit the monitor, and by nobody else (S16)', async (name, body) => {
    const id = await world.add({ monitorName: `Reads ${name}`, enabled: false, ...body });
    const viewer = await signedInTechnician(world.cairn, world.admin, name === 'a form' ? 'Kim' : 'Lee', [
      'ORGANIZATION:View',
      'NODE:View',
    ]);
    expect(await told(viewer, id)).toEqual({
      requestBodyForm: 'requestBodyForm' in body ? names : undefined,
      requestBodyRaw: undefined,
    });
  });

  it.each(bodies)('as %s are not in an export, and an import of it keeps them (S16)', async (name, body) => {
    const monitorName = `Keeps ${name}`;
    const id = await world.add({ monitorName, enabled: false, ...body });
    const before = await told(world.admin, id);
    const text = await exported(id, 'json');
    expect(text).not.toContain(secret);
    expect(text).toContain(`"secretsLeftOut":["${Object.keys(body)[1]}"]`);
    expect(await imported(text)).toMatchObject({ counts: { same: 1 } });
    expect(await imported(text.replace('3600', '1800'))).toMatchObject({ counts: { change: 1 } });
    expect(await told(world.admin, id)).toEqual(before);
    const elsewhere = await imported(text.replaceAll(monitorName, `${monitorName} again`));
    expect(elsewhere.rows[0]?.refusals).toContainEqual({
      field: 'requestBodyRaw' in body ? 'requestBodyRaw' : 'requestBodyForm[2].value',
      message: 'Required',
    });
  });

  it('go when the request has none any more (S16)', async () => {
    const [, [, raw]] = bodies;
    const id = await world.add({ monitorName: 'Stops', enabled: false, ...raw });
    await world.admin.put(`/cloudmonitor/${id}`, paused({ monitorName: 'Stops', requestBodyType: 'NONE' }));
    await world.admin.put(`/cloudmonitor/${id}`, paused({ monitorName: 'Stops', requestBodyType: 'RAW' }));
    expect(await told(world.admin, id)).toEqual({ requestBodyForm: undefined, requestBodyRaw: undefined });
  });

  it.each(bodies)('as %s of an earlier version are sealed at the next start (S16)', async (name, body, sent) => {
    const id = await world.add({ monitorName: `Was ${name}`, httpHostname: echoUrl, methodType: 'POST' });
    await onDatabase((client) =>
      client.query(`update cloud_monitor set config = config || $1 where node_id = $2`, [JSON.stringify(body), id]),
    );
    expect(await tablesWith(secret)).toContain('cloud_monitor');
    const restarted = await startTestServer({ databaseUrl: world.cairn.databaseUrl });
    await restarted.close();
    expect(await tablesWith(secret)).toEqual([]);
    expect(seenBody(await world.runAgain(id))).toBe(digest(sent));
  });
});
