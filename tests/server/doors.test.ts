import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { WebSocket } from 'ws';
import { connect as connectDatabase } from '#server/database/connect.ts';
import { databaseFailure } from '#server/database/failures.ts';
import { session } from '#server/database/schema/users.ts';
import { runProgram } from '#server/monitors/checks/run-program.ts';
import { readSettings, SettingsWrong } from '#server/settings.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { requestSeconds: 1, trustedProxies: ['127.0.0.1'] } });
});

describe('the database', () => {
  it('ends a statement, and a transaction that does nothing, after their time (S7c)', async () => {
    const limits = await server.services.pool.query<{ statement_timeout: string; idle: string }>(
      `select current_setting('statement_timeout') as statement_timeout, current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(limits.rows).toEqual([{ statement_timeout: '30s', idle: '1min' }]);
    const { pool, database } = connectDatabase({ connectionString: server.databaseUrl }, () => undefined, {
      statementSeconds: 0.2,
    });
    const slow = await database
      .transaction((tx) => tx.execute(sql`select pg_sleep(20)`))
      .catch((error: unknown) => error);
    expect(databaseFailure(slow)).toBe('unavailable');
    expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });
});

describe('a body that comes in drops', () => {
  it('is ended with its connection (S7c)', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(
      `POST /api/session HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":`,
    );
    const drops = setInterval(() => socket.write(' '), 200);
    await new Promise<void>((resolve) => socket.once('close', () => resolve()));
    clearInterval(drops);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('a proxy', () => {
  it('that is trusted says whom a request is from, and no other does (S14)', async () => {
    const { body } = await (await server.signInAsAdmin()).get('/session');
    expect(body['email']).toBeDefined();
    const ipOf = async (visitor: ReturnType<TestServer['visitor']>) => {
      await visitor.post('/session', { email: 'ada@example.com', password: 'correct horse battery' });
      const rows = await server.services.database.select().from(session);
      return rows.at(-1)?.ip;
    };
    expect(await ipOf(server.visitor({ 'x-forwarded-for': '198.51.100.7' }))).toBe('198.51.100.7');
    const strict = await startTestServer({
      databaseUrl: server.databaseUrl,
      settings: { trustedProxies: ['10.0.0.5'] },
    });
    await strict.services.database.delete(session).where(eq(session.ip, '198.51.100.7'));
    expect(await ipOf(strict.visitor({ 'x-forwarded-for': '198.51.100.7' }))).toBe('127.0.0.1');
    await strict.close();
  });

  it('is read from CAIRN_TRUSTED_PROXIES (S14)', () => {
    expect(readSettings({}).trustedProxies).toEqual(['loopback']);
    expect(readSettings({ CAIRN_TRUSTED_PROXIES: '10.0.0.5, 172.16.0.0/12,fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.5',
      '172.16.0.0/12',
      'fd00::/8',
    ]);
    expect(readSettings({ CAIRN_TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
    for (const wrong of ['nginx', '10.0.0.5/99', 'true', '10.0.0.5 10.0.0.6'])
      expect(() => readSettings({ CAIRN_TRUSTED_PROXIES: wrong }), wrong).toThrow(SettingsWrong);
  });
});

describe('a piece of an upload', () => {
  let admin: Visitor;
  beforeAll(async () => {
    admin = server.visitor();
    await admin.post('/session', { email: 'ada@example.com', password: 'correct horse battery' });
  });
  /** Sends `bytes` so often, with a pause before each. Answers the status line, or nothing. */
  async function drip(
    admin: Visitor,
    bytes: number,
    times: number,
  ): Promise<{ answer: string; received: string | null }> {
    const size = bytes * times;
    const { body } = await admin.post('/upload', { purpose: 'monitor-import', name: 'shops.csv', size });
    const path = `/api/upload/${String(body['id'])}`;
    const headers = { cookie: `cairn_session=${admin.cookie('cairn_session')}`, 'tus-resumable': '1.0.0' };
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    const lines = Object.entries({
      ...headers,
      host: new URL(server.url).host,
      origin: server.url,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(size),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`PATCH ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    for (let sent = 0; sent < times && answer === ''; sent += 1) {
      await sleep(300);
      socket.write(Buffer.alloc(bytes, 97));
    }
    for (let waited = 0; waited < 50 && answer === ''; waited += 1) await sleep(100);
    socket.destroy();
    const told = await fetch(`${server.url}${path}`, { method: 'HEAD', headers });
    return { answer: answer.split('\r\n')[0] ?? '', received: told.headers.get('upload-offset') };
  }

  it('may take many times the time limit of a request while it makes progress', async () => {
    expect(await drip(admin, 8 * 1024, 20)).toEqual({
      answer: 'HTTP/1.1 204 No Content',
      received: String(160 * 1024),
    });
  });

  it('is ended when it makes none, and what arrived is kept', async () => {
    const { answer, received } = await drip(admin, 100, 100);
    expect(answer).toBe('HTTP/1.1 408 Request Timeout');
    expect(Number(received)).toBeGreaterThan(0);
  });
});

describe('a page’s live connection', () => {
  const open: WebSocket[] = [];
  afterEach(() => {
    for (const socket of open.splice(0)) socket.terminate();
  });

  it('ends when the page sends anything (S5)', async () => {
    const visitor = server.visitor();
    await visitor.post('/session', { email: 'ada@example.com', password: 'correct horse battery' });
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, {
      headers: { origin: server.url, cookie: `cairn_session=${visitor.cookie('cairn_session')}` },
    });
    open.push(socket);
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('['.repeat(100_000));
    const code = await new Promise((resolve) => socket.once('close', resolve));
    expect(code).toBe(1008);
  });
});

describe('a program that a check runs', () => {
  it('sees none of the server’s settings (S16)', async () => {
    process.env['CAIRN_SECRET_KEY'] = 'a secret of this test';
    const { text } = await runProgram('env', [], 5000);
    delete process.env['CAIRN_SECRET_KEY'];
    expect(text).toContain('PATH=');
    expect(text).toContain('LC_ALL=C');
    expect(text).not.toMatch(/CAIRN_|DATABASE_URL|HOME=/);
  });
});

describe('a request', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"email": "ada@example.com", "password": "wrong password"}',
    });
  const codeOf = async (reply: Response) => ((await reply.json()) as { errorCode?: string }).errorCode;

  it('that a page of another site sends is refused, whatever it says of its origin', async () => {
    for (const headers of [
      { origin: 'https://elsewhere.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', origin: server.url },
    ] as Record<string, string>[])
      expect(await codeOf(await ask('/session', headers)), JSON.stringify(headers)).toBe('origin_refused');
    expect(await codeOf(await ask('/session', { 'sec-fetch-site': 'same-origin', origin: server.url }))).toBe(
      'incorrect_credentials',
    );
  });

  it('for a live connection that does not upgrade finds nothing', async () => {
    const visitor = server.visitor();
    await visitor.post('/session', { email: 'ada@example.com', password: 'correct horse battery' });
    expect(await visitor.get('/live')).toMatchObject({ status: 404, body: { errorCode: 'not_found' } });
  });

  it('with an idempotency key that cannot be one is refused', async () => {
    const visitor = server.visitor();
    await visitor.post('/session', { email: 'ada@example.com', password: 'correct horse battery' });
    const add = (key: string) =>
      visitor.post('/client', { name: `Key ${key.length}`, locations: [] }, { 'idempotency-key': key });
    for (const key of ['two words', 'k'.repeat(201)])
      expect(await add(key)).toMatchObject({
        status: 400,
        body: { fields: { '/Idempotency-Key': expect.any(String) } },
      });
    expect((await add('k'.repeat(200))).status).toBe(200);
  });

  it('to set the installation up finds nothing once that was done', async () => {
    expect((await server.visitor().get('/setup')).status).toBe(404);
    const again = await server.visitor().post('/setup', {});
    expect(again, 'not even what it would accept').toMatchObject({ status: 404, body: { errorCode: 'not_found' } });
  });
});
