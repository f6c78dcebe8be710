import { beforeAll, describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import { openPage } from '#tests/server/open-page.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Json, Visitor } from '#tests/server/visitor.ts';

const world = monitorWorld();
let alert: number;
let monitor: number;

beforeAll(async () => {
  world.status = 500;
  monitor = await world.add({ monitorName: 'Portal', conditions: [failedCondition()] });
  const { items } = await until(
    async () => (await world.admin.get(`/alert?monitorId=${monitor}`)).body,
    // The list and its total are two questions: it may be counted before it is listed.
    ({ items, total }) => Number(total) === 1 && items?.[0] !== undefined,
  );
  world.status = 200;
  alert = Number(items?.[0]?.id);
});

const acknowledge = (body: object, who: Visitor = world.admin) => who.put(`/alert/${alert}/acknowledgement`, body);
const stored = async (query = '') => (await world.admin.get(`/alert?monitorId=${monitor}${query}`)).body;

const technician = (name: string, permissions: string[], organization?: number) =>
  signedInTechnician(world.cairn, world.admin, name, permissions, organization);

describe('an alert', () => {
  it('is acknowledged with a note, by whom and when, and stays open', async () => {
    expect((await stored()).items).toMatchObject([{ acknowledged: null }]);
    const { status, body } = await acknowledge({ note: ' Provider called ' });
    expect(status).toBe(200);
    expect(body.alert?.acknowledged).toMatchObject({ by: 'Ada Byron', note: 'Provider called' });
    expect(Date.now() - new Date(String(body.alert?.acknowledged?.at)).getTime()).toBeLessThan(60_000);
    expect((await stored('&open=true&acknowledged=true')).total).toBe(1);
    expect((await stored('&acknowledged=false')).total).toBe(0);
    expect((await stored('&search=provider')).total).toBe(1);
    expect((await world.read(monitor)).openAlertCount).toBe(1);
  });

  it('is acknowledged without a note too, and the latest stands', async () => {
    await acknowledge({});
    expect((await stored()).items).toMatchObject([{ acknowledged: { note: '' } }]);
  });

  it('can be given back, and both are in the audit trail', async () => {
    const { body } = await world.admin.delete(`/alert/${alert}/acknowledgement`);
    expect(body.alert?.acknowledged).toBeNull();
    const { items } = (await world.admin.get(`/activity?entityType=ALERT&entityId=${alert}`)).body;
    expect((items as unknown as Json[]).map(({ action }) => String(action)).slice(0, 2)).toEqual([
      'ALERT_ACKNOWLEDGEMENT_WITHDRAWN',
      'ALERT_ACKNOWLEDGED',
    ]);
  });

  it('is told live to other pages', async () => {
    const page = await openPage(world.cairn, world.admin);
    await acknowledge({ note: 'Seen' });
    await until(
      async () => page.messages.map(({ topic, ids }) => `${topic} ${ids.join()}`),
      (heard) => heard.includes(`alert ${alert}`),
    );
    page.close();
  });

  it('refuses a note that is too long at its field, and what nobody knows', async () => {
    expect(await acknowledge({ note: 'x'.repeat(1001) })).toMatchObject({
      status: 400,
      body: { fields: { '/note': expect.any(String) } },
    });
    expect((await world.admin.put('/alert/999999/acknowledgement', {})).status).toBe(404);
    expect((await world.admin.delete('/alert/999999/acknowledgement')).status).toBe(404);
  });

  it('is acknowledged by who may change the monitor alone; foreign is unknown', async () => {
    const watcher = await technician('Grace', ['ORGANIZATION:View', 'NODE:View']);
    expect((await acknowledge({}, watcher)).status).toBe(403);
    expect((await watcher.get(`/alert?monitorId=${monitor}`)).body.total).toBe(1);
    const other = (await world.admin.post('/client', { name: 'Other', locations: [] })).body.client?.id;
    const foreign = await technician('Kay', ['ORGANIZATION:View', 'NODE:View', 'NODE:Update'], Number(other));
    expect((await acknowledge({}, foreign)).status).toBe(404);
    const worker = await technician('Jean', ['ORGANIZATION:View', 'NODE:View', 'NODE:Update']);
    expect((await acknowledge({}, worker)).body.alert?.acknowledged).toMatchObject({ by: 'Jean Hopper' });
  });
});

describe('the list of alerts', () => {
  it('is sorted and narrowed by the server', async () => {
    expect((await stored('&severity=CRITICAL')).total).toBe(1);
    expect((await stored('&severity=MINOR')).total).toBe(0);
    world.status = 500;
    await world.add({ monitorName: 'Archive', conditions: [failedCondition({ severity: 'MINOR' })] });
    const names = async (sort: string) => {
      const { items } = (await world.admin.get(`/alert?sort=${sort}`)).body;
      return (items as unknown as Json[]).map(({ monitorName }) => String(monitorName));
    };
    await until(
      () => names('raised'),
      (all) => all.length === 2,
    );
    world.status = 200;
    expect(await names('monitor')).toEqual(['Archive', 'Portal']);
    expect(await names('severity')).toEqual(['Portal', 'Archive']);
    expect(await names('raised')).toEqual(['Portal', 'Archive']);
    expect((await world.admin.get('/alert?sort=colour')).status).toBe(400);
  });
});
