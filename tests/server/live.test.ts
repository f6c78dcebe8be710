import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createSessions } from '#server/accounts/sessions.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { openPage, until } from './open-page.ts';

async function refusal(
  server: TestServer,
  headers: Record<string, string>,
): Promise<{ status: number; errorCode: string }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('it was let in')));
    socket.once('error', () => undefined);
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, errorCode: (JSON.parse(text) as { errorCode: string }).errorCode }),
      );
    });
  });
}

describe('live messages', () => {
  it('are for whoever is signed in, on a page of our own', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const cookie = `cairn_session=${admin.cookie('cairn_session')}`;
    expect(await refusal(server, { origin: server.url })).toEqual({ status: 401, errorCode: 'not_signed_in' });
    expect(await refusal(server, { origin: server.url, cookie: 'cairn_session=guessed' })).toEqual({
      status: 401,
      errorCode: 'not_signed_in',
    });
    expect(await refusal(server, { origin: 'https://evil.example', cookie })).toEqual({
      status: 403,
      errorCode: 'origin_refused',
    });
  });

  it('carry a topic and ids, after the commit and never of what was rolled back', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const page = await openPage(server, admin);
    await admin.post('/client', { name: 'Northwind', locations: [{ name: 'Rotterdam' }, { name: 'rotterdam' }] });
    const { body } = await admin.post('/client', { name: 'Northwind', locations: [{ name: 'Rotterdam' }] });
    await until(() => page.messages.some(({ topic }) => topic === 'organization'));
    await sleep(100);
    const told = page.messages.filter(({ topic }) => topic === 'organization');
    expect(told).toEqual([{ topic: 'organization', ids: [body['client']?.['id']], at: expect.any(String) }]);
    page.close();
  });

  it('end at once with the session, and with those that a new password ends', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const elsewhere = server.visitor();
    await elsewhere.post('/session', { email: 'ada@example.com', password: 'correct horse battery' });
    const here = await openPage(server, admin);
    const there = await openPage(server, elsewhere);
    const changed = await admin.put('/profile/password', {
      currentPassword: 'correct horse battery',
      newPassword: 'another good password',
    });
    expect(changed.status).toBe(200);
    expect(await there.closed).toBe(4401);
    expect(here.isOpen()).toBe(true);
    await admin.delete('/session', {});
    expect(await here.closed).toBe(4401);
  });

  it('say that the session ended before they close, so that the page asks for the password', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const page = await openPage(server, admin);
    const { body } = await admin.get('/session');
    page.messages.length = 0;
    await admin.delete('/session', { fromAllSessions: true });
    expect(await page.closed).toBe(4401);
    expect(page.messages).toContainEqual({ topic: 'session', ids: [body['id']], at: expect.any(String) });
    page.close();
  });

  it('begin again after the connection to the database broke, and say that some may be missing', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const page = await openPage(server, admin);
    const client = new Client(server.databaseUrl);
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await client.end();
    await until(() => page.messages.some(({ topic }) => topic === 'resync'));
    await until(
      async () =>
        (await admin.post('/client', { name: 'Northwind', locations: [{ name: 'Rotterdam' }] })).status === 200,
    );
    await until(() => page.messages.some(({ topic }) => topic === 'organization'));
    page.close();
  });

  it('do not keep alive a session whose user does nothing', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const cookie = admin.cookie('cairn_session');
    let now = Date.now();
    const sessions = createSessions(server.services.database, () => now);
    expect(await sessions.resolve({ cookie })).toMatchObject({ kind: 'user' });
    // The server asks about the open page every 30 seconds; the user's limit is 240 minutes.
    for (const end = now + 241 * 60_000; now < end; now += 60_000)
      await sessions.resolve({ cookie }, { idle: Infinity });
    expect(await sessions.resolve({ cookie }, { idle: Infinity })).toEqual({ kind: 'anonymous' });
  });

  it('let the requests under way end when the server stops', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const client = new Client(server.databaseUrl);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin; lock table organization in exclusive mode');
    const waiting = admin.post('/client', { name: 'Northwind', locations: [{ name: 'Rotterdam' }] });
    await sleep(200);
    const closing = server.close();
    await sleep(200);
    await client.query('commit');
    expect((await waiting).status).toBe(200);
    await closing;
    expect((await client.query('select name from organization')).rows).toEqual([{ name: 'Northwind' }]);
    await client.end();
  });
});
