import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '#tests/server/visitor.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
let cuts = false;
/** A website that can break off in the middle of its page. */
const website = createServer((_, response) => {
  response.writeHead(200, { 'content-length': 11 });
  if (!cuts) return response.end('hello world');
  return response.write('hello', () => response.destroy());
});
beforeAll(() => new Promise<void>((resolve) => void website.listen(0, '127.0.0.1', resolve)));
afterAll(() => website.close());

it('raises “could not be checked” when the page did not arrive whole, and resets it when it does (F2)', async () => {
  const id = await world.add({
    httpHostname: `http://127.0.0.1:${(website.address() as AddressInfo).port}/`,
    conditions: [
      failedCondition({
        conditionName: 'No error page',
        type: 'HttpSiteKeyword',
        contains: 'CONTAINS',
        keyword: 'world',
      }),
    ],
  });
  const alerts = async (): Promise<Json[]> =>
    Object.values((await world.admin.get(`/alert?monitorId=${id}&sort=raised`)).body.items ?? {});
  await until(alerts, (items) => items.length === 1);
  cuts = true;
  await world.runAgain(id);
  const [first, second] = await until(alerts, (items) => items.length === 2);
  expect(first).toMatchObject({ conditionName: 'No error page', resetAt: null });
  expect(second).toMatchObject({
    conditionName: 'No error page (could not be checked)',
    severity: 'CRITICAL',
    resetAt: null,
  });
  expect((await world.read(id)).conditions).toMatchObject([{ state: 'raised', unansweredReason: second?.message }]);
  cuts = false;
  await world.runAgain(id);
  await until(alerts, (items) => items[1]?.resetAt !== null);
  expect((await alerts())[0]?.resetAt).toBeNull();
  expect((await world.read(id)).conditions).toMatchObject([{ state: 'raised', unansweredReason: null }]);
});
