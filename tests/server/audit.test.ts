import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, auditHead } from '#server/database/schema/audit.ts';
import { tamperWith } from './tampered-trail.ts';
import { administrator, startTestServer, type TestServer } from './harness.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

describe('the audit trail', () => {
  it('holds a row for each change, in an unbroken chain, also when they come at once', async () => {
    const before = Number((await admin.get('/activity/verify')).body.rows);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => admin.post('/client', { name: `Audited ${index}`, locations: [] })),
    );
    expect((await admin.get('/activity/verify')).body).toEqual({
      rows: before + 12,
      intact: true,
      firstBrokenId: null,
      problem: null,
    });
    const { body } = await admin.get('/activity?entityType=ORGANIZATION&search=audited&limit=5');
    expect(body).toMatchObject({ total: 12 });
    expect(body.items).toHaveLength(5);
    expect(body.items?.[0]).toMatchObject({
      actorName: 'Ada Byron',
      action: 'ORGANIZATION_CREATED',
      entityType: 'ORGANIZATION',
    });
  });

  it('holds nothing of what was refused', async () => {
    const before = (await admin.get('/activity/verify')).body.rows;
    await admin.post('/client', { name: 'Audited 1', locations: [] });
    expect((await admin.get('/activity/verify')).body.rows).toBe(before);
  });

  it('says where it was altered, cut in the middle, or cut off at the end', async () => {
    const { database } = server.services;
    const tampered = tamperWith(server);
    const [head] = await database.select().from(auditHead);
    const last = head?.lastId ?? 0;
    expect(
      await tampered((tx) => tx.update(audit).set({ summary: 'Nothing happened' }).where(eq(audit.id, 3))),
    ).toMatchObject({ intact: false, firstBrokenId: 3 });
    expect(
      await tampered((tx) =>
        tx
          .update(audit)
          .set({ detail: { name: 'other' } })
          .where(eq(audit.id, last)),
      ),
    ).toMatchObject({ intact: false, firstBrokenId: last });
    expect(await tampered((tx) => tx.delete(audit).where(eq(audit.id, 5)))).toMatchObject({
      intact: false,
      firstBrokenId: 6,
    });
    expect(await tampered((tx) => tx.delete(audit).where(eq(audit.id, last)))).toMatchObject({
      intact: false,
      firstBrokenId: last,
    });
    expect((await admin.get('/activity/verify')).body).toMatchObject({ intact: true });
  });

  it('never holds a password', async () => {
    const rows = await server.services.database.select().from(audit);
    expect(JSON.stringify(rows)).not.toContain(administrator.password);
  });
});

describe('general settings', () => {
  it('change what they name', async () => {
    expect(
      (await admin.put('/division', { timeZoneId: 'Europe/Amsterdam', allowOwnAddresses: true })).body.division,
    ).toMatchObject({ name: 'Cairn Works', timeZoneId: 'Europe/Amsterdam', mailConfigured: false });
    expect((await admin.put('/division', { name: '', timeZoneId: '_Local' })).body.fields).toEqual({
      '/name': 'Required',
      '/timeZoneId': 'Please choose a time zone',
    });
  });

  it('say that there is no mail server', async () => {
    expect((await admin.post('/division/mail-test', { to: 'ada@example.com' })).body).toMatchObject({
      errorCode: 'mail_not_configured',
    });
  });

  it('offer time zones to anybody and node roles to users (C23-10)', async () => {
    const zones = (await visitor(server.url).get('/timezone')).body as never as object[];
    expect(zones.length).toBeGreaterThan(400);
    expect((await admin.get('/noderole/list')).body).toContainEqual({ id: 'auto', name: 'Auto', nodeClass: '' });
    expect((await visitor(server.url).post('/error-report', { message: 'TypeError', route: '#/profile' })).status).toBe(
      200,
    );
  });
});
