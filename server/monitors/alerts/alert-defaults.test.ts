import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Json, Visitor } from '#tests/server/visitor.ts';

const world = monitorWorld();
const sees = ['ORGANIZATION:View', 'NODE:View'];
const execute = (query: ReturnType<typeof sql>) => world.cairn.services.database.execute(query);
let desk: number;
let night: number;
let grace: Visitor;
let graceId: number;

async function channel(name: string): Promise<number> {
  const recipients = [{ email: `${name.toLowerCase()}@example.com` }];
  const { body } = await world.admin.post('/notificationchannel', { name, channelType: 'EMAIL', recipients });
  return Number(body.channel?.id);
}
const settings = (more: object = {}) => ({
  technicians: 'ALL',
  technicianIds: [] as number[],
  notificationChannelIds: [] as number[],
  ...more,
});
const own = () => `/client/${world.place.clientId}/alerts`;
const inOrganization = (given: object, who = world.admin) => who.put(own(), given);
const inDivision = (given: object, who = world.admin) => who.put('/division/alerts', given);

/** Who was notified of a new alert: technicians by name, channels in brackets. */
async function notifiedBy(monitorName: string, condition: Record<string, unknown>): Promise<string[]> {
  world.status = 500;
  const monitor = await world.add({ monitorName, conditions: [failedCondition(condition)] });
  const { items } = await until(
    async () => (await world.admin.get(`/alert?monitorId=${monitor}`)).body,
    (found) => found.items?.[0] !== undefined,
  );
  world.status = 200;
  const { body } = await world.admin.get(`/alert/${Number(items?.[0]?.id)}`);
  const notices = (body.timeline as unknown as Json[]).flatMap(({ notice }) => (notice ? [notice as Json] : []));
  return notices
    .flatMap((notice) =>
      (notice['deliveries'] as unknown as Json[]).map(({ to }) =>
        notice['channel'] ? `[${String(notice['channel'])}]` : String(to),
      ),
    )
    .toSorted();
}

beforeAll(async () => {
  desk = await channel('Desk');
  night = await channel('Night');
  grace = await signedInTechnician(world.cairn, world.admin, 'Grace', sees);
  const { rows } = await execute(sql`select id from app_user where first_name = 'Grace'`);
  graceId = Number(rows[0]?.['id']);
});

describe('whom alerts notify', () => {
  it('is everybody who sees the monitor until somebody sets it, for conditions that notify (A5)', async () => {
    expect((await world.admin.get(own())).body).toMatchObject({
      own: false,
      ...settings(),
      receivers: ['Ada Byron', 'Grace Hopper'],
      channels: [],
      mailConfigured: true,
    });
    expect(await notifiedBy('First', { notificationAction: 'SEND' })).toEqual(['Ada Byron', 'Grace Hopper']);
  });

  it('is set once for the division and may differ for an organization (A5)', async () => {
    const division = settings({ technicians: 'CHOSEN', technicianIds: [graceId], notificationChannelIds: [desk] });
    expect((await inDivision(division)).body.alertDefaults).toMatchObject(division);
    expect((await world.admin.get(own())).body).toMatchObject({
      own: false,
      receivers: ['Grace Hopper'],
      channels: ['Desk'],
    });
    expect(await notifiedBy('Second', { notificationAction: 'SEND', notificationChannelIds: [desk, night] })).toEqual([
      'Grace Hopper',
      '[Desk]',
      '[Night]',
    ]);
    await inOrganization(settings({ technicians: 'NONE', notificationChannelIds: [night] }));
    expect((await world.admin.get(own())).body).toMatchObject({ own: true, receivers: [], channels: ['Night'] });
    expect(await notifiedBy('Third', { notificationAction: 'SEND' })).toEqual(['[Night]']);
    // A condition that notifies nobody but its own channels has nothing to do with it.
    expect(await notifiedBy('Fourth', { notificationChannelIds: [desk] })).toEqual(['[Desk]']);
    expect((await grace.delete(own())).status).toBe(403);
    await world.admin.delete(own());
    expect((await world.admin.get(own())).body).toMatchObject({ own: false, channels: ['Desk'] });
    const { items } = (await world.admin.get('/activity?limit=50')).body;
    expect(
      (items as unknown as Json[]).filter(({ action }) => String(action) === 'ALERT_DEFAULTS_UPDATED'),
    ).toHaveLength(3);
  });

  it('is copied when an organization saves the same: the division’s changes no longer reach it (A5)', async () => {
    const same = settings({ technicians: 'CHOSEN', technicianIds: [graceId], notificationChannelIds: [desk] });
    await inDivision(same);
    expect((await inOrganization(same)).body.alertDefaults).toMatchObject({ own: true, ...same });
    await inDivision(settings({ technicians: 'NONE', notificationChannelIds: [night] }));
    expect((await world.admin.get(own())).body).toMatchObject({ own: true, receivers: ['Grace Hopper'], ...same });
    await world.admin.delete(own());
  });

  it('passes over chosen technicians that do not see the organization, and channels that are off', async () => {
    const { body } = await world.admin.post('/client', { name: 'Other', locations: [] });
    await signedInTechnician(world.cairn, world.admin, 'Kay', sees, Number(body.client?.id));
    const { rows } = await execute(sql`select id from app_user where first_name = 'Kay'`);
    const kay = Number(rows[0]?.['id']);
    await inDivision(settings({ technicians: 'CHOSEN', technicianIds: [kay], notificationChannelIds: [desk] }));
    await execute(sql`update notification_channel set enabled = false where id = ${desk}`);
    expect((await world.admin.get(own())).body).toMatchObject({ receivers: [], channels: [] });
    expect(await inOrganization(settings({ technicians: 'CHOSEN', technicianIds: [kay] }))).toMatchObject({
      status: 400,
      body: { fields: { '/technicianIds': expect.any(String) } },
    });
    await execute(sql`update notification_channel set enabled = true where id = ${desk}`);
  });

  it('refuses what is not there or not chosen, at its field', async () => {
    expect(await inDivision(settings({ notificationChannelIds: [999_999] }))).toMatchObject({
      status: 400,
      body: { fields: { '/notificationChannelIds': expect.any(String) } },
    });
    expect(await inDivision(settings({ technicians: 'CHOSEN' }))).toMatchObject({
      status: 400,
      body: { fields: { '/technicianIds': 'Required' } },
    });
  });

  it('is changed by who may change the organization; foreign is unknown', async () => {
    expect((await inOrganization(settings(), grace)).status).toBe(403);
    expect((await inDivision(settings(), grace)).status).toBe(403);
    expect((await grace.get(own())).status).toBe(200);
    const other = (await world.admin.post('/client', { name: 'Third', locations: [] })).body.client?.id;
    const foreign = await signedInTechnician(
      world.cairn,
      world.admin,
      'Jean',
      [...sees, 'ORGANIZATION:Update'],
      Number(other),
    );
    expect((await foreign.get(own())).status).toBe(404);
    expect((await inOrganization(settings(), foreign)).status).toBe(404);
    expect((await world.admin.get(own())).body).toMatchObject({ own: false });
  });
});
