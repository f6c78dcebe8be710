import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import { openPage } from '#tests/server/open-page.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Json, Visitor } from '#tests/server/visitor.ts';

const world = monitorWorld();
const execute = (query: ReturnType<typeof sql>) => world.cairn.services.database.execute(query);
const sees = ['ORGANIZATION:View', 'NODE:View'];

/** A monitor whose alert is raised. */
async function raised(
  monitorName: string,
  condition: Record<string, unknown> = {},
): Promise<{ monitor: number; alert: number }> {
  world.status = 500;
  const monitor = await world.add({ monitorName, conditions: [failedCondition(condition)] });
  const { items } = await until(
    async () => (await world.admin.get(`/alert?monitorId=${monitor}`)).body,
    (found) => found.items?.[0] !== undefined,
  );
  world.status = 200;
  return { monitor, alert: Number(items?.[0]?.id) };
}

async function timelineOf(alert: number, who: Visitor = world.admin): Promise<Json[]> {
  return (await who.get(`/alert/${alert}`)).body.timeline as unknown as Json[];
}
const kinds = (timeline: Json[]) => timeline.map(({ kind, words }) => `${String(kind)} ${String(words)}`.trim());
const actions = async (alert: number) =>
  ((await world.admin.get(`/activity?entityType=ALERT&entityId=${alert}`)).body.items as unknown as Json[]).map(
    ({ action }) => String(action),
  );

describe('the timeline of an alert', () => {
  it('holds what happened from its raise to its reset, by whom and in order (A3)', async () => {
    const { monitor, alert } = await raised('Portal');
    await world.admin.put(`/alert/${alert}/acknowledgement`, { note: 'On it' });
    await world.admin.post(`/alert/${alert}/note`, { note: ' Restarted the web server ' });
    await world.admin.put(`/alert/${alert}/assignee`, { userId: 1 });
    await world.admin.put(`/alert/${alert}/assignee`, { userId: null });
    await world.admin.delete(`/alert/${alert}/acknowledgement`);
    await execute(
      sql`update monitor_condition set last_failure_at = last_failure_at - interval '2 minutes' where monitor_id = ${monitor}`,
    );
    await world.runAgain(monitor);
    const timeline = await until(
      () => timelineOf(alert),
      (found) => String(found.at(-1)?.kind) === 'RESET',
    );
    expect(kinds(timeline)).toEqual([
      'RAISED The server answered 500 Internal Server Error.',
      'ACKNOWLEDGED On it',
      'NOTE Restarted the web server',
      'ASSIGNED Ada Byron',
      'UNASSIGNED Ada Byron',
      'WITHDRAWN',
      'RESET',
    ]);
    expect(timeline.map(({ by }) => by)).toEqual([null, ...Array<string>(5).fill('Ada Byron'), null]);
    expect(await actions(alert)).toEqual([
      'ALERT_ACKNOWLEDGEMENT_WITHDRAWN',
      'ALERT_UNASSIGNED',
      'ALERT_ASSIGNED',
      'ALERT_NOTE_ADDED',
      'ALERT_ACKNOWLEDGED',
    ]);
  });

  it('says whom it notified over which channel with what result; addresses are for administrators', async () => {
    const { body } = await world.admin.post('/notificationchannel', {
      name: 'Desk',
      channelType: 'EMAIL',
      recipients: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
    });
    const channel = Number(body.channel?.id);
    const { alert } = await raised('Mailed', { notificationAction: 'SEND', notificationChannelIds: [channel] });
    const noticesOf = async (who?: Visitor) =>
      (await timelineOf(alert, who))
        .filter(({ kind }) => String(kind) === 'NOTIFIED')
        .map(({ notice }) => notice as Json);
    // Nothing answers at the address of the mail server.
    const tried = await until(noticesOf, (found) =>
      found.every(({ deliveries }) =>
        (deliveries as unknown as Json[]).every(({ attempts }) => Number(attempts) === 1),
      ),
    );
    expect(tried).toMatchObject([
      { event: 'alert.raised', channel: null, deliveries: [{ to: 'Ada Byron', state: 'pending' }] },
      {
        event: 'alert.raised',
        channel: 'Desk',
        deliveries: expect.arrayContaining([
          expect.objectContaining({
            to: 'a@example.com',
            state: 'pending',
            error: expect.stringMatching(/./),
          }),
          expect.objectContaining({ to: 'b@example.com' }),
        ]),
      },
    ]);
    const watcher = await signedInTechnician(world.cairn, world.admin, 'Grace', sees);
    expect(await noticesOf(watcher)).toMatchObject([
      { channel: null, deliveries: [{ to: 'Ada Byron', error: null }] },
      {
        channel: 'Desk',
        deliveries: [
          { to: null, error: null },
          { to: null, error: null },
        ],
      },
    ]);
  });

  it('shows a repeat once: as its message while that is kept, then as an event', async () => {
    const { alert } = await raised('Repeated');
    const at = sql`'2026-11-23T10:00:00Z'::timestamptz`;
    const { rows } = await execute(sql`
      insert into notification_channel (name, channel_type) values ('Pager', 'WEBHOOK') returning id`);
    await execute(
      sql`insert into alert_event (alert_id, at, kind, words) values (${alert}, ${at}, 'REPEATED', 'Pager')`,
    );
    await execute(sql`
      insert into notification_delivery (channel_id, alert_id, event_id, event, payload, created_at, next_attempt_at, state)
      values (${rows[0]?.['id']}, ${alert}, gen_random_uuid(), 'alert.repeated', '{}', ${at}, ${at}, 'delivered')`);
    expect((await timelineOf(alert)).filter(({ kind }) => String(kind) !== 'RAISED')).toMatchObject([
      { kind: 'NOTIFIED', notice: { event: 'alert.repeated', channel: 'Pager', deliveries: [{ state: 'delivered' }] } },
    ]);
    await execute(sql`delete from notification_delivery where alert_id = ${alert}`);
    expect(kinds(await timelineOf(alert))).toContain('REPEATED Pager');
  });

  it('says when no technician could be notified', async () => {
    await execute(sql`update app_user set content = jsonb_set(content, '{notification}', '{"email":false}')`);
    const { alert } = await raised('Unheard', { notificationAction: 'SEND' });
    expect(kinds(await timelineOf(alert))).toContain('NOT_NOTIFIED');
    await execute(sql`update app_user set content = content - 'notification'`);
  });

  it('is bounded, and says that earlier entries were left out', async () => {
    const { alert } = await raised('Long');
    await execute(sql`
      insert into alert_event (alert_id, at, kind, words) select ${alert}, now(), 'NOTE', n::text from generate_series(1, 301) n`);
    const { body } = await world.admin.get(`/alert/${alert}`);
    expect(body.shortened).toBe(true);
    expect(kinds(body.timeline as unknown as Json[])).not.toContain('NOTE 1');
    expect(kinds(body.timeline as unknown as Json[])).toContain('NOTE 301');
  });
});

describe('working on an alert', () => {
  it('is for who may change the monitor; foreign is unknown', async () => {
    const { alert } = await raised('Guarded');
    const watcher = await signedInTechnician(world.cairn, world.admin, 'Jean', sees);
    const other = (await world.admin.post('/client', { name: 'Other', locations: [] })).body.client?.id;
    const foreign = await signedInTechnician(world.cairn, world.admin, 'Kay', [...sees, 'NODE:Update'], Number(other));
    expect((await watcher.get(`/alert/${alert}`)).status).toBe(200);
    expect((await foreign.get(`/alert/${alert}`)).status).toBe(404);
    for (const [who, status] of [
      [watcher, 403],
      [foreign, 404],
    ] as const) {
      expect((await who.post(`/alert/${alert}/note`, { note: 'Mine' })).status).toBe(status);
      expect((await who.put(`/alert/${alert}/assignee`, { userId: 1 })).status).toBe(status);
      expect((await who.get(`/alert/${alert}/technician`)).status).toBe(status);
    }
    expect(kinds(await timelineOf(alert))).toHaveLength(1);
    expect(await actions(alert)).toEqual([]);
  });

  it('is assigned to technicians who see it, and to nobody else', async () => {
    const { alert } = await raised('Assigned');
    const named = (await world.admin.get(`/alert/${alert}/technician`)).body as unknown as Json[];
    expect(named.map(({ name }) => name)).toEqual(['Ada Byron', 'Grace Hopper', 'Jean Hopper']);
    const { rows } = await execute(sql`select id from app_user where first_name = 'Kay'`);
    expect(await world.admin.put(`/alert/${alert}/assignee`, { userId: rows[0]?.['id'] })).toMatchObject({
      status: 400,
      body: { fields: { '/userId': expect.any(String) } },
    });
    const page = await openPage(world.cairn, world.admin);
    const { body } = await world.admin.put(`/alert/${alert}/assignee`, { userId: 1 });
    expect(body.alert).toMatchObject({ assignee: { id: 1, name: 'Ada Byron' } });
    await until(
      async () => page.messages.map(({ topic, ids }) => `${topic} ${ids.join()}`),
      (heard) => heard.includes(`alert ${alert}`),
    );
    page.close();
    // Again is no news.
    await world.admin.put(`/alert/${alert}/assignee`, { userId: 1 });
    expect(kinds(await timelineOf(alert)).filter((kind) => kind.startsWith('ASSIGNED'))).toHaveLength(1);
  });

  it('refuses a note that is empty or too long at its field', async () => {
    const { alert } = await raised('Noted');
    for (const note of [' ', 'x'.repeat(1001)])
      expect(await world.admin.post(`/alert/${alert}/note`, { note })).toMatchObject({
        status: 400,
        body: { fields: { '/note': expect.any(String) } },
      });
  });
});
