import { randomUUID } from 'node:crypto';
// What a technician of one organization learns of another one: by live messages, the audit trail and stored replies.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { userGrant } from '#server/database/schema/users.ts';
import { MonitorWorld } from './monitor-world.ts';
import { openPage, until, type OpenPage } from './open-page.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

const world = new MonitorWorld();
let other: { clientId: number; locationId: number };
let mine: Visitor;
let myId: number;
let granted: Visitor;
beforeAll(async () => {
  await world.open();
  const { body } = await world.admin.post('/client', { name: 'Globex', locations: [{ name: 'Plant' }] });
  other = { clientId: Number(body.client?.id), locationId: Number(body.client?.locations?.[0]?.id) };
  const rights = [
    'ORGANIZATION:View',
    'NODE:View',
    'NODE:Create',
    'NODE:Update',
    'NODE:Delete',
    'SYSTEM:Configuration.Activities.Access',
  ];
  mine = await signedInTechnician(world.cairn, world.admin, 'Mine', rights, world.place.clientId);
  myId = Number((await mine.get('/session')).body.id);
  granted = await signedInTechnician(world.cairn, world.admin, 'Nothing', []);
});
afterAll(async () => {
  world.close();
  await world.cairn.close();
});

const heard = (page: OpenPage, topic: string) =>
  page.messages.filter((message) => message.topic === topic).flatMap(({ ids }) => ids);
const hearsEverything = (page: OpenPage, topic: string, id: number) => until(() => heard(page, topic).includes(id));

describe('live messages', () => {
  it('reach only whoever may see what changed, also when it was deleted (S13)', async () => {
    const [everything, own, nothing] = await Promise.all([
      openPage(world.cairn, world.admin),
      openPage(world.cairn, mine),
      openPage(world.cairn, granted),
    ]);
    const theirs = await world.add({ ...other, monitorName: 'Theirs' });
    const ours = await world.add({ monitorName: 'Ours' });
    const draft = '0b7c1c51-7d0f-4f0e-9d53-6f1f6a1c2d3e';
    const put = await world.admin.put(`/draft/${draft}`, {
      flow: 'organization',
      title: 'x',
      subject: null,
      state: 'details',
      screenVersions: {},
      snapshot: {},
      revision: randomUUID(),
    });
    await world.admin.put(`/client/${other.clientId}`, {
      name: 'Globex',
      locations: [{ id: other.locationId, name: 'Plant' }],
    });
    await world.admin.delete(`/cloudmonitor/${theirs}`);
    await world.admin.delete(`/cloudmonitor/${ours}`);
    await hearsEverything(everything, 'monitor', ours);
    await until(() => everything.messages.filter(({ ids }) => ids.includes(ours)).length >= 2);
    await until(() => own.messages.filter(({ ids }) => ids.includes(ours)).length >= 2);
    expect(heard(everything, 'monitor')).toContain(theirs);
    expect(heard(everything, 'organization')).toContain(other.clientId);
    expect(heard(own, 'monitor')).not.toContain(theirs);
    expect(heard(own, 'organization')).not.toContain(other.clientId);
    expect(put.status).toBe(200);
    expect(heard(everything, 'draft')).toContain(draft);
    expect([...heard(own, 'draft'), ...heard(own, 'monitor.changed')]).toEqual([]);
    expect(nothing.messages).toEqual([]);
    for (const page of [everything, own, nothing]) page.close();
  });

  it('end for an organization with the right to see it (S13)', async () => {
    const [everything, own] = await Promise.all([openPage(world.cairn, world.admin), openPage(world.cairn, mine)]);
    const { database, live } = world.cairn.services;
    const before = await world.add({ monitorName: 'Before' });
    await hearsEverything(own, 'monitor', before);
    const grants = await database.delete(userGrant).where(eq(userGrant.userId, myId)).returning({
      userId: userGrant.userId,
      permission: userGrant.permission,
      entityId: userGrant.entityId,
    });
    await live.announce(database, 'user', [myId]);
    const after = await world.add({ monitorName: 'After' });
    await world.admin.put('/division', { timeZoneId: 'Europe/Amsterdam' });
    await hearsEverything(everything, 'monitor', after);
    await until(() => heard(own, 'division').length > 0);
    expect(heard(own, 'monitor')).not.toContain(after);
    await database.insert(userGrant).values(grants);
    await live.announce(database, 'user', [myId]);
    await until(async () => (await mine.get('/cloudmonitor')).status === 200);
    for (const page of [everything, own]) page.close();
  });
});

describe('the activities', () => {
  it('are those of visible organizations and one’s own, of deleted things too (S13)', async () => {
    const gone = await world.add({ monitorName: 'Ours that went' });
    await world.admin.delete(`/cloudmonitor/${gone}`);
    const hidden = await world.add({ ...other, monitorName: 'Theirs that went' });
    await world.admin.delete(`/cloudmonitor/${hidden}`);
    const rows = async (who: Visitor) =>
      ((await who.get('/activity?limit=200')).body.items as never as { summary: string }[]).map(
        ({ summary }) => summary,
      );
    const all = await rows(world.admin);
    const seen = await rows(mine);
    expect(all).toContain('Deleted cloud monitor “Theirs that went”');
    expect(seen).toContain('Added cloud monitor “Ours that went”');
    expect(seen).toContain('Deleted cloud monitor “Ours that went”');
    expect(seen.filter((summary) => /Theirs|Globex|mine@|nothing@/i.test(summary))).toEqual([]);
    expect(seen).toContain('Signed in');
    expect((await mine.get('/activity?limit=200')).body.total).toBe(seen.length);
  });
});

describe('the reply of an earlier request', () => {
  it('is not replayed to whoever may no longer see its organization (S13)', async () => {
    const key = { 'idempotency-key': 'added-once' };
    const body = world.http({ monitorName: 'Added once' });
    const first = await mine.post('/cloudmonitor', body, key);
    expect(first.status).toBe(200);
    expect((await mine.post('/cloudmonitor', body, key)).body).toEqual(first.body);
    const { database, live } = world.cairn.services;
    const elsewhere = { entityId: other.clientId };
    await database.update(userGrant).set(elsewhere).where(eq(userGrant.userId, myId));
    await live.announce(database, 'user', [myId]);
    await until(async () => (await mine.get(`/client/${world.place.clientId}`)).status === 404);
    expect(await mine.post('/cloudmonitor', body, key)).toMatchObject({
      status: 404,
      body: { errorCode: 'not_found' },
    });
    await database.update(userGrant).set({ entityId: world.place.clientId }).where(eq(userGrant.userId, myId));
    await live.announce(database, 'user', [myId]);
    await until(async () => (await mine.post('/cloudmonitor', body, key)).status === 200);
  });
});

describe('the audit trail', () => {
  const written = (action: string) =>
    world.cairn.services.database.select().from(audit).where(eq(audit.action, action));

  it('has a row for each export and each test of a monitor (S11)', async () => {
    const exported = await fetch(`${world.cairn.url}/api/cloudmonitor/export`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: world.cairn.url,
        cookie: `cairn_session=${world.admin.cookie('cairn_session')}`,
      },
      body: JSON.stringify({ format: 'csv' }),
    });
    expect(exported.status).toBe(200);
    const [row] = await written('CLOUD_MONITORS_EXPORTED');
    expect(row).toMatchObject({ actorName: 'Ada Byron', entityType: 'CLOUD_MONITOR', detail: { format: 'csv' } });
    const { conditions: _, ...monitor } = world.http();
    const tested = await mine.post('/cloudmonitor/test', { monitor });
    expect(tested.status).toBe(200);
    expect(await written('CLOUD_MONITOR_TESTED')).toMatchObject([
      { actorUserId: myId, organizationId: world.place.clientId, summary: 'Tested cloud monitor “Website”' },
    ]);
  });
});
