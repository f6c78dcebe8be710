import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Json } from '#tests/server/visitor.ts';
import { failedCondition, lastAt, monitorWorld, until, withoutConditions } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
const { add, http, read, runAgain, runNow } = world;

describe('a cloud monitor', () => {
  it('is checked as soon as it is saved, not at its next turn (F08-81), and shows what came back', async () => {
    const id = await add({ monitorName: 'Quick' });
    const monitor = await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect(monitor).toMatchObject({
      status: 'up',
      target: world.url,
      clientName: 'Acme',
      locationName: 'Main office',
      lastResult: { ok: true, statusCode: 200, message: 'The server answered 200 OK.' },
      lastDetail: { address: '127.0.0.1', bodyTruncated: false },
    });
    expect(String(monitor.lastDetail?.body)).toMatch(/^<b>hello/);
    const results = (await world.admin.get(`/cloudmonitor/${id}/results`)).body;
    expect(results).toMatchObject({ availability: 1, points: [{ up: 1, checks: 1 }] });
  });

  it('pings', async () => {
    const { body } = await world.admin.post('/cloudmonitor', {
      enabled: true,
      ...world.place,
      monitorType: 'PING',
      monitorName: 'Gateway',
      frequency: 60,
      timeout: 2,
      hostname: '127.0.0.1',
      conditions: [],
    });
    const id = Number(body.cloudMonitor?.id);
    const monitor = await until(
      () => read(id),
      (each) => each.lastResult !== null,
      5000,
    );
    expect(monitor).toMatchObject({ status: 'up', target: '127.0.0.1', lastDetail: { packetLoss: 0 } });
  });

  it('never tells its password, keeps it when left out, and asks for it again for another server', async () => {
    const login = { authenticationType: 'BASIC', httpUsername: 'watcher', httpPassword: 'open sesame' };
    const id = await add({ ...login, monitorName: 'Guarded' });
    const seenLogin = (monitor: Json) => JSON.stringify(monitor.lastDetail?.headers);
    const encoded = Buffer.from('watcher:open sesame').toString('base64');
    const first = await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect(seenLogin(first)).toContain(encoded);
    expect(first.httpPasswordSet).toBe(true);
    expect(JSON.stringify({ ...first, lastDetail: null })).not.toContain('open sesame');
    const { rows } = await world.cairn.services.database.execute(
      sql`select config from cloud_monitor where node_id = ${id}`,
    );
    expect(JSON.stringify(rows)).not.toContain('open sesame');

    const { httpPassword: _, ...kept } = login;
    expect(
      (
        await world.admin.put(
          `/cloudmonitor/${id}`,
          http({ ...kept, monitorName: 'Guarded', httpHostname: `${world.url}other` }),
        )
      ).status,
    ).toBe(200);
    expect(seenLogin(await runAgain(id))).toContain(encoded);
    const elsewhere = await world.admin.put(
      `/cloudmonitor/${id}`,
      http({ ...kept, httpHostname: 'http://elsewhere.example/' }),
    );
    expect([elsewhere.status, elsewhere.body.fields]).toEqual([400, { '/httpPassword': 'Required' }]);
    const tested = await world.admin.post('/cloudmonitor/test', { id, monitor: withoutConditions(http({ ...kept })) });
    expect(JSON.stringify(tested.body.detail?.headers)).toContain(encoded);
  });

  it('locks its type once saved', async () => {
    const id = await add();
    const { conditions: _, ...rest } = http();
    const answer = await world.admin.put(`/cloudmonitor/${id}`, {
      ...rest,
      monitorType: 'PING',
      hostname: '127.0.0.1',
      conditions: [],
    });
    expect([answer.status, answer.body.errorCode]).toEqual([422, 'monitor_type_locked']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a blank name', { monitorName: '  ' }, '/monitorName'],
    ['a frequency out of bounds', { frequency: 29 }, '/frequency'],
    ['an address that is no URL', { httpHostname: 'nowhere' }, '/httpHostname'],
    ['a login without a name', { authenticationType: 'BASIC', httpPassword: 'x' }, '/httpUsername'],
    ['a login without a password', { authenticationType: 'BASIC', httpUsername: 'x' }, '/httpPassword'],
    ['a header that HTTP does not allow', { requestHeaders: [{ name: 'a b', value: 'c' }] }, '/requestHeaders/0/name'],
    ['an empty raw body', { requestBodyType: 'RAW', requestBodyRaw: '' }, '/requestBodyRaw'],
    ['a condition of another type', { conditions: [failedCondition({ type: 'PingFailed' })] }, '/conditions/0/type'],
    [
      'a condition with a count out of bounds',
      { conditions: [failedCondition({ runCount: 0 })] },
      '/conditions/0/runCount',
    ],
    ['a condition of another monitor', { conditions: [failedCondition({ id: 999_999 })] }, '/conditions/0/id'],
    ['an unknown organization', { clientId: 999_999 }, '/clientId'],
    ['a location of another organization', { locationId: 999_999 }, '/locationId'],
  ])('is refused with %s', async (_, more, pointer) => {
    const answer = await world.admin.post('/cloudmonitor', http(more));
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [pointer]]);
  });

  it('rests while it is paused, and is checked at once when it goes on', async () => {
    const id = await add({ monitorName: 'Resting' });
    await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect((await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false })).body).toMatchObject({
      cloudMonitor: { status: 'paused', enabled: false },
    });
    const before = lastAt(await read(id));
    await runNow(id);
    await sleep(600);
    expect(lastAt(await read(id))).toBe(before);
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: true });
    await until(
      () => read(id),
      (each) => lastAt(each) !== before && String(each.status) === 'up',
    );
  });

  it('goes with its history, and nothing of it is found any more', async () => {
    const id = await add({ monitorName: 'Short-lived', conditions: [failedCondition()] });
    await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    expect((await world.admin.delete(`/cloudmonitor/${id}`)).status).toBe(200);
    for (const path of [`/cloudmonitor/${id}`, `/cloudmonitor/${id}/results`])
      expect((await world.admin.get(path)).status).toBe(404);
    const { rows } = await world.cairn.services.database.execute<{ left: number }>(sql`
      select (select count(*) from monitor_result where monitor_id = ${id}) + (select count(*) from monitor_condition where monitor_id = ${id})
        + (select count(*) from node where id = ${id}) as left`);
    expect(Number(rows[0]?.left)).toBe(0);
  });
});
