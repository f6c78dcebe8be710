import { eq } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import type { Run } from '#api/contract/runs.ts';
import { addPerson } from '#tests/contract/site.ts';
import { monitorWorld, until } from '#tests/server/monitor-world.ts';
import { ended } from '#tests/server/run-to-end.ts';
import { countingKind, storeRun } from '#tests/server/stored-run.ts';
import { run, runItem } from '../database/schema/runs.ts';
import { createLog } from '../log.ts';
import { readItems } from './read-items.ts';
import type { AnyRunKind } from './run-kind.ts';
import { startRuns } from './runs.ts';

const world = monitorWorld();

/** Kinds that this file alone knows, worked off by a process of their own on the same database. */
async function workOn(...kinds: AnyRunKind[]) {
  const runs = await startRuns({ services: world.cairn.services, kinds, alone: false, log: createLog('silent') });
  onTestFinished(() => runs.stop());
  return runs;
}

const read = async (id: string) => (await world.admin.get(`/run/${id}`)).body as unknown as Run;

/** A run of the administrator. `lease`: of a process that is not there any more, in seconds from now. */
async function stored(kind: string, lease?: number): Promise<string> {
  const { id } = await storeRun(world.cairn.services, { kind, lease });
  return id;
}

const itemsOf = async (id: string, query = '') => (await world.admin.get(`/run/${id}/items?limit=500&${query}`)).body;

it('ends a run of a dead process as interrupted within 10 s and keeps its items, or goes on with it where it can', async () => {
  const stays = await stored('fixed', 5);
  const goesOn = await stored('resumed', 5);
  await world.cairn.services.database.insert(runItem).values({ runId: stays, seq: 1, key: 'a', data: { size: '1' } });
  const begun = performance.now();
  await workOn(
    countingKind('fixed', false, async () => 'never'),
    countingKind('resumed', true, async () => 'went on'),
  );
  expect(await ended(world.admin, stays)).toMatchObject({ state: 'interrupted', refusal: { code: 'run_interrupted' } });
  expect(await ended(world.admin, goesOn)).toMatchObject({ state: 'done', result: 'went on' });
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await itemsOf(stays)).toMatchObject({ items: [{ seq: 1, key: 'a', data: { size: '1' } }], total: 1 });
});

it('stops within one step of its work when its owner cancels it, and keeps what it wrote', async () => {
  let steps = 0;
  await workOn(
    countingKind('endless', true, async ({ signal, transaction }) => {
      for (;;) {
        signal.throwIfAborted();
        await transaction(async ({ found, progress }) => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          steps += 1;
          found([{ key: String(steps), data: { size: String(steps) } }]);
          progress({ stage: 'count', done: steps, total: 0 });
        });
      }
    }),
  );
  const id = await stored('endless');
  await until(
    () => read(id),
    ({ progress }) => progress.done > 2,
    20_000,
  );
  const asked = (await world.admin.post(`/run/${id}/cancel`)).body as unknown as Run;
  expect(asked.cancelRequested).toBe(true);
  expect(await ended(world.admin, id)).toMatchObject({ state: 'cancelled', refusal: { code: 'run_cancelled' } });
  // The step under way, and one that began before the message came.
  expect(steps).toBeLessThanOrEqual(asked.progress.done + 2);
  expect((await itemsOf(id))['total']).toBe(steps);
  // A second one changes nothing.
  expect((await world.admin.post(`/run/${id}/cancel`)).body).toMatchObject({ state: 'cancelled' });
});

it('sorts items with text or a huge number in a numeric field as 0', async () => {
  const id = await stored('mixed', 60);
  const kind = countingKind('mixed', false, async () => undefined);
  const heights: unknown[] = [5, 'tall', -3, 1e300, null, [7], 0.5];
  await world.cairn.services.database
    .insert(runItem)
    .values(heights.map((height, index) => ({ runId: id, seq: index + 1, key: String(index), data: { height } })));
  const walked: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { sort: 'height', limit: 2, ...(cursor !== undefined && { cursor }) };
    const page = await readItems(world.cairn.services.database, [kind], { id, kind: 'mixed' }, query);
    walked.push(...page.items.map(({ data }) => (data as { height: unknown }).height));
    cursor = page.next;
  }
  expect(walked).toEqual([-3, 'tall', 1e300, null, [7], 0.5, 5]);
});

it('lists thousands of items by cursor, complete and in order, and filters and sorts them in the database', async () => {
  const total = 2500;
  const finder = countingKind('finder', false, async ({ found, progress }) => {
    for (let number = 1; number <= total; number += 1)
      found([{ key: `host-${number}`, data: { size: String(number % 10), height: 1000 - number } }]);
    progress({ stage: 'sort', done: total, total });
    // Reported again: it replaces the item, with a new number.
    await new Promise((resolve) => setTimeout(resolve, 500));
    found([{ key: 'host-1', data: { size: 'large' } }]);
    return total;
  });
  await workOn(finder);
  const id = await stored('finder');
  expect(await ended(world.admin, id)).toMatchObject({ state: 'done', lastSeq: total + 1, result: total });
  // The calls of this server do not know the kind, and so none of its fields.
  const walk = async (query: Parameters<typeof readItems>[3]) => {
    const keys: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const more = cursor === undefined ? {} : { cursor };
      const of = { id, kind: 'finder' };
      const page = await readItems(world.cairn.services.database, [finder], of, { ...query, ...more });
      keys.push(...page.items.map(({ key }) => key));
      cursor = page.next;
    }
    return keys;
  };
  const all = Array.from({ length: total }, (_, index) => `host-${index + 1}`);
  expect(await walk({ limit: 500 })).toEqual([...all.slice(1), 'host-1']);
  expect(await walk({ field: 'size', value: '7' })).toEqual(all.filter((_, index) => (index + 1) % 10 === 7));
  expect(await walk({ search: 'host-100' })).toEqual(all.filter((key) => key.includes('host-100')));
  const sorted = await walk({ sort: '-size', limit: 300 });
  expect(sorted[0]).toBe('host-1');
  expect(new Set(sorted).size).toBe(total);
  // As numbers, negative ones too; the item without one counts as 0.
  expect((await walk({ sort: '-height', limit: 400 })).filter((key) => key !== 'host-1')).toEqual(all.slice(1));
  const { counts, total: ofSearch } = await readItems(
    world.cairn.services.database,
    [finder],
    { id, kind: 'finder' },
    { search: 'host-1', field: 'size', value: '7', countBy: 'size', limit: 1 },
  );
  // Whatever value is shown: 1, 10 to 19, 100 to 199 and 1000 to 1999.
  expect(ofSearch).toBe(111);
  expect(counts).toEqual({ ...Object.fromEntries([...'0123456789'].map((last) => [last, 111])), large: 1 });
  const part = await world.admin.get(`/run/${id}/items?offset=2000&limit=3`);
  expect((part.body['items'] as unknown as { seq: number }[]).map(({ seq }) => seq)).toEqual([2002, 2003, 2004]);
  expect((await world.admin.get(`/run/${id}/items?offset=1&cursor=WyIiLDFd`)).body).toMatchObject({
    fields: { '/offset': 'Send a cursor or an offset, not both' },
  });
  expect(await world.admin.get(`/run/${id}/items?sort=password`)).toMatchObject({
    status: 400,
    body: { fields: { '/sort': 'The items of this run have no such field' } },
  });
  expect((await world.admin.get(`/run/${id}/items?countBy=password`)).body).toMatchObject({
    fields: { '/countBy': 'The items of this run have no such field' },
  });
  expect((await world.admin.get(`/run/${id}/items?cursor=bm9uZQ`)).status).toBe(400);
});

it('filters and counts a list by its entries, also where an older version of the kind kept one value', async () => {
  const id = await stored('tagged', 60);
  const kind = countingKind('tagged', false, async () => undefined);
  const tags: unknown[] = [['a'], ['a', 'b'], [], 'b', null];
  await world.cairn.services.database
    .insert(runItem)
    .values(tags.map((each, index) => ({ runId: id, seq: index + 1, key: String(index), data: { tags: each } })));
  const read = (query: Parameters<typeof readItems>[3]) =>
    readItems(world.cairn.services.database, [kind], { id, kind: 'tagged' }, query);
  const { items, total, counts } = await read({ field: 'tags', value: 'b', countBy: 'tags' });
  expect(items.map(({ key }) => key)).toEqual(['1', '3']);
  expect(total).toBe(2);
  expect(counts).toMatchObject({ a: 2, b: 2 });
});

it('is 404 for everybody but its owner, an administrator included', async () => {
  const other = await addPerson(world.cairn, world.admin, 'Other');
  const id = await stored('nobody-works-on-it');
  await world.cairn.services.database.update(run).set({ userId: other.id }).where(eq(run.id, id));
  for (const [method, path] of [
    ['get', `/run/${id}`],
    ['get', `/run/${id}/items`],
    ['post', `/run/${id}/cancel`],
  ] as const)
    expect((await world.admin[method](path)).status, path).toBe(404);
  expect((await other.who.get(`/run/${id}`)).status).toBe(200);
});
