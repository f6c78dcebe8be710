import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Answer } from '#tests/server/visitor.ts';
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
  }, 20_000);

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

  it.each<[string, (id: number, condition: number) => Promise<Answer>]>([
    ['paused', (id) => world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false })],
    ['saved without the condition', (id) => world.admin.put(`/cloudmonitor/${id}`, http({ monitorName: 'Over' }))],
    [
      'saved with the condition off',
      (id, condition) =>
        world.admin.put(
          `/cloudmonitor/${id}`,
          http({ conditions: [failedCondition({ id: condition, enabled: false })] }),
        ),
    ],
  ])('ends its alert when the monitor is %s', async (_, act) => {
    world.status = 500;
    const id = await add({ monitorName: 'Over', conditions: [failedCondition()] });
    const raised = await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    world.status = 200;
    expect((await act(id, Number(raised.conditions?.[0]?.id))).status).toBe(200);
    expect((await alerts(id)).body).toMatchObject({ total: 1, items: [{ resetAt: expect.any(String) }] });
    expect((await read(id)).openAlertCount).toBe(0);
  });
});
