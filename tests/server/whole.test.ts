import { describe, expect, it } from 'vitest';
import { startTestServer } from './harness.ts';

describe('the whole server', () => {
  it('goes from the set-up link to a saved organization, once', async () => {
    const server = await startTestServer();
    expect(server.setupLink).toContain('/#/setup?token=');
    const admin = await server.signInAsAdmin();
    expect((await admin.get('/session')).body).toMatchObject({ email: 'ada@example.com', sysadmin: true });

    const key = { 'idempotency-key': 'one' };
    const body = { name: 'Northwind', locations: [{ name: 'Rotterdam' }] };
    const first = await admin.post('/client', body, key);
    const again = await admin.post('/client', body, key);
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect((await admin.get('/client/list')).body).toEqual([{ id: 1, name: 'Northwind', timeZone: 'UTC' }]);
    expect((await admin.post('/client', { ...body, name: 'Other' }, key)).body).toMatchObject({
      errorCode: 'idempotency_key_reused',
    });
    expect((await admin.get('/activity/verify')).body).toMatchObject({ intact: true });
  });

  it('has no set-up door once there is an administrator, whatever is sent to it', async () => {
    const server = await startTestServer();
    await server.signInAsAdmin();
    for (const path of ['/setup', '/setup/', '/Setup', '/setup?token=x', '//setup', '/%73etup']) {
      expect((await server.visitor().get(path)).status, `GET ${path}`).toBe(404);
      expect((await server.visitor().post(path, { nonsense: true })).status, `POST ${path}`).toBe(404);
    }
  });

  it('refuses a change from a page of another site', async () => {
    const server = await startTestServer();
    const admin = await server.signInAsAdmin();
    const answer = await admin.post(
      '/client',
      { name: 'Northwind', locations: [] },
      { origin: 'https://evil.example' },
    );
    expect(answer.body).toMatchObject({ errorCode: 'origin_refused' });
  });
});
