import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { failedCondition, monitorWorld } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
beforeAll(() => void (world.status = 500));

const anotherCode = { type: 'HttpCode', conditionName: 'Gone', httpStatusCode: '404' };

/** A monitor of a website that answers 500, once it was checked. */
async function down(more: Record<string, unknown>): Promise<number> {
  const id = await world.add(more);
  await world.checked(id);
  return id;
}

async function maintain(id: number, alerts: boolean): Promise<void> {
  const { status } = await world.admin.post('/maintenance', {
    schedule: { startTime: null, endTime: null },
    options: { notifications: true, alerts, notificationChannels: true },
    monitorIds: [id],
  });
  expect(status).toBe(204);
}

it('says of each monitor that is down why it has no open alert, and counts them on the dashboard (A3)', async () => {
  const patient = failedCondition({ runCount: 9 });
  const raised = await down({ conditions: [failedCondition()] });
  const bare = await down({});
  const off = await down({ conditions: [failedCondition({ enabled: false })] });
  const waiting = await down({ conditions: [patient] });
  const uncovered = await down({ conditions: [failedCondition(anotherCode)] });
  const changed = await down({ conditions: [failedCondition(anotherCode)] });
  await world.cairn.services.database.execute(
    sql`update node set updated_at = now() + interval '1 minute' where id = ${changed}`,
  );
  const silenced = await down({ conditions: [patient] });
  await maintain(silenced, true);
  // Maintenance that lets alerts be raised is no reason.
  const watched = await down({});
  await maintain(watched, false);
  const reasonOf = async (id: number) => (await world.read(id))['noAlertReason'];
  const reasons = await Promise.all(
    [raised, bare, off, waiting, uncovered, changed, silenced, watched].map((id) => reasonOf(id)),
  );
  expect(reasons).toEqual([
    null,
    'NO_CONDITION',
    'NO_CONDITION',
    'WAITING',
    'NOT_COVERED',
    'CHANGED',
    'MAINTENANCE',
    'NO_CONDITION',
  ]);
  const { body } = await world.admin.get('/query/v2/systemdashboard');
  expect(body).toMatchObject({
    monitorsDown: 8,
    openAlerts: 1,
    downInMaintenance: 1,
    downWithoutCondition: 3,
    downNotCovered: 1,
    downNotRaised: 2,
  });
});

it('gives no reason for a monitor that is up or paused', async () => {
  world.status = 200;
  const up = await down({});
  expect(await world.read(up)).toMatchObject({ status: 'up', noAlertReason: null });
  world.status = 500;
  const paused = await down({});
  await world.admin.patch(`/cloudmonitor/${paused}/enabled`, { enabled: false });
  expect(await world.read(paused)).toMatchObject({ status: 'paused', noAlertReason: null });
});
