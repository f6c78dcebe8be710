import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Answer, Json } from '#tests/server/visitor.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
const { add, http, read, runAgain } = world;

describe('a condition', () => {
  const alerts = (id: number): Promise<Answer> => world.admin.get(`/alert?monitorId=${id}`);

  it('raises once, is told by webhook, and resets after its minutes without a failure', async () => {
    await world.admin.post('/webhook', {
      name: 'Desk',
      url: `${world.url}hook`,
      events: ['alert.raised', 'alert.reset'],
    });
    const id = await add({ monitorName: 'Shaky', conditions: [failedCondition({ runCount: 2 })] });
    const first = await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect(first.conditions).toMatchObject([
      { state: 'ok', description: 'The website fails 2 times in a row. Resets after 1 minute without a failure.' },
    ]);
    world.status = 503;
    await runAgain(id);
    expect((await alerts(id)).body.total).toBe(0);
    await runAgain(id);
    await runAgain(id);
    world.status = 200;
    const raised = (await alerts(id)).body;
    expect(raised).toMatchObject({
      total: 1,
      items: [
        {
          monitorName: 'Shaky',
          clientName: 'Acme',
          severity: 'CRITICAL',
          resetAt: null,
          message: 'The server answered 503 Service Unavailable.',
        },
      ],
    });
    expect(await read(id)).toMatchObject({ status: 'down', openAlertCount: 1, conditions: [{ state: 'raised' }] });

    // A success within the minute does not reset it; with the last failure a minute back it does.
    await runAgain(id);
    expect((await alerts(id)).body.items?.[0]?.resetAt).toBeNull();
    await world.cairn.services.database.execute(
      sql`update monitor_condition set last_failure_at = last_failure_at - interval '1 minute' where monitor_id = ${id}`,
    );
    await runAgain(id);
    await until(
      () => alerts(id),
      ({ body }) => body.items?.[0]?.resetAt !== null,
    );
    expect(await read(id)).toMatchObject({
      status: 'up',
      openAlertCount: 0,
      conditions: [{ state: 'ok', raisedAt: null }],
    });

    const { rows } = await world.cairn.services.database.execute<{ event: string; payload: string }>(
      sql`select event, payload from webhook_delivery order by id`,
    );
    expect(rows.map(({ event }) => event)).toEqual(['alert.raised', 'alert.reset']);
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({
      event: 'alert.raised',
      data: { alert: { monitorName: 'Shaky', conditionName: 'Website is down' } },
    });
  });

  it('sends mail to the technicians that see the monitor, when it is told to', async () => {
    const sent = async () => {
      const { rows } = await world.cairn.services.database.execute<{ recipient: string; subject: string }>(
        sql`select recipient, subject from mail_outbox order by id`,
      );
      return rows;
    };
    const before = (await sent()).length;
    world.status = 500;
    const id = await add({ monitorName: 'Told', conditions: [failedCondition({ notificationAction: 'SEND' })] });
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    world.status = 200;
    expect((await sent()).slice(before)).toMatchObject([
      { recipient: 'ada@example.com', subject: 'Alert: Told, Website is down' },
    ]);
  });

  it.each<[string, string, (id: number, condition: number) => Promise<Answer>]>([
    [
      'saved without the condition',
      'CONDITION_REMOVED',
      (id) => world.admin.put(`/cloudmonitor/${id}`, http({ monitorName: 'Over' })),
    ],
    [
      'saved with the condition off',
      'CONDITION_OFF',
      (id, condition) =>
        world.admin.put(
          `/cloudmonitor/${id}`,
          http({ conditions: [failedCondition({ id: condition, enabled: false })] }),
        ),
    ],
    [
      'saved with a condition of another type in its place',
      'CONDITION_CHANGED',
      (id, condition) =>
        world.admin.put(
          `/cloudmonitor/${id}`,
          http({ conditions: [failedCondition({ id: condition, type: 'HttpResponseTime', period: 5000 })] }),
        ),
    ],
  ])('ends an alert, and does not call that a reset, when the monitor is %s (A3)', async (_, endReason, act) => {
    const id = await raisedMonitor('Over');
    const condition = Number((await read(id)).conditions?.[0]?.id);
    const since = await eventsSent();
    expect((await act(id, condition)).status).toBe(200);
    expect((await alerts(id)).body).toMatchObject({ total: 1, items: [{ resetAt: expect.any(String), endReason }] });
    expect((await read(id)).openAlertCount).toBe(0);
    expect((await eventsSent()).slice(since.length)).toEqual(['alert.ended']);
  });

  it('stays open over a pause with its acknowledgement, and nobody hears a reset (A3)', async () => {
    const id = await raisedMonitor('Shop API');
    const [alert] = (await alerts(id)).body.items as unknown as Json[];
    await world.admin.put(`/alert/${Number(alert?.id)}/acknowledgement`, { note: 'Provider called' });
    const since = (await eventsSent()).length;
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false });
    expect((await alerts(id)).body.items).toMatchObject([
      { resetAt: null, paused: true, acknowledged: { note: 'Provider called' } },
    ]);
    expect(await read(id)).toMatchObject({ status: 'paused', openAlertCount: 1, conditions: [{ state: 'raised' }] });
    world.status = 500;
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: true });
    await until(
      () => read(id),
      ({ lastResult, updatedAt }) => String(lastResult?.at) > String(updatedAt),
    );
    expect((await alerts(id)).body).toMatchObject({
      total: 1,
      items: [{ id: alert?.id, resetAt: null, paused: false, acknowledged: { note: 'Provider called' } }],
    });
    expect(await eventsSent()).toHaveLength(since);
    world.status = 200;
    await world.cairn.services.database.execute(
      sql`update monitor_condition set last_failure_at = last_failure_at - interval '2 minutes' where monitor_id = ${id}`,
    );
    await world.runAgain(id);
    await until(
      () => alerts(id),
      ({ body }) => body.items?.[0]?.resetAt !== null,
    );
    expect((await eventsSent()).slice(since)).toEqual(['alert.reset']);
  });

  it('does not count the minutes of a pause as minutes without a failure (A3)', async () => {
    const id = await raisedMonitor('Paused for long');
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false });
    await world.cairn.services.database.execute(sql`
      update cloud_monitor set paused_at = paused_at - interval '1 hour' where node_id = ${id}`);
    await world.cairn.services.database.execute(sql`
      update monitor_condition set last_failure_at = last_failure_at - interval '1 hour' where monitor_id = ${id}`);
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: true });
    await until(
      () => read(id),
      ({ lastResult, updatedAt }) => String(lastResult?.at) > String(updatedAt),
    );
    expect(await read(id)).toMatchObject({ status: 'up', openAlertCount: 1 });
  });

  it('says that it does not know, instead of OK, until a check has answered (A3)', async () => {
    const id = await add({ monitorName: 'Unknown', conditions: [failedCondition({ runCount: 2 })] });
    await world.checked(id);
    await until(
      () => read(id),
      ({ conditions }) => String(conditions?.[0]?.state) === 'ok',
    );
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false });
    expect((await read(id)).conditions).toMatchObject([{ state: 'unknown' }]);
    world.status = 500;
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: true });
    await until(
      () => read(id),
      ({ status }) => String(status) === 'down',
    );
    world.status = 200;
    expect((await read(id)).conditions).toMatchObject([{ state: 'failing', failures: 1 }]);
  });

  /** A monitor with one alert open, whose website answers again. */
  async function raisedMonitor(monitorName: string): Promise<number> {
    world.status = 500;
    const id = await add({ monitorName, conditions: [failedCondition()] });
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    world.status = 200;
    return id;
  }

  /** What webhooks were sent so far. */
  async function eventsSent(): Promise<string[]> {
    const { rows } = await world.cairn.services.database.execute<{ event: string }>(
      sql`select event from webhook_delivery order by id`,
    );
    return rows.map(({ event }) => event);
  }
});
