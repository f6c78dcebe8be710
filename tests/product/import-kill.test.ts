// Kills the server during an import: every row is written once, and no acknowledged row is lost.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi, uploadByApi } from './person.ts';
import { startProduct, type Product } from './product.ts';

const rows = 1500;
let product: Product;
let cookie: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  product = await startProduct();
  cookie = (await setUpByApi(product)).cookie;
  await callByApi(product, cookie, 'POST', '/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
}, 300_000);
afterAll(() => product?.dispose());

async function read(path: string): Promise<Record<string, unknown>> {
  return callByApi(product, cookie, 'GET', path);
}

async function start(id: number, key: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.url}/api/cloudmonitor/import/${id}/run`, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'idempotency-key': key },
  });
  return (await answer.json()) as Record<string, unknown>;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Polls until the condition holds; fails with the last value. */
async function until(
  path: string,
  holds: (answer: Record<string, unknown>) => boolean,
  milliseconds = 60_000,
): Promise<Record<string, unknown>> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await read(path);
    if (holds(answer)) return answer;
    if (Date.now() > end) throw new Error(`${path} is still ${JSON.stringify(answer)}`);
    await pause(30);
  }
}

const writtenIn = (report: Record<string, unknown>) => Number(report['written']);

it(
  'goes on by itself after each kill, writes each row once, and lists every row in order',
  { timeout: 180_000 },
  async () => {
    const monitors = Array.from({ length: rows }, (_, index) => ({
      organization: 'Acme',
      location: 'Main office',
      monitorName: `Shop ${index}`,
      monitorType: 'PING',
      hostname: '192.0.2.1',
      enabled: false,
    }));
    const content = JSON.stringify(monitors);
    const uploadId = await uploadByApi(product, cookie, 'shops.json', content);
    const report = await callByApi(product, cookie, 'POST', '/cloudmonitor/import', { uploadId, existing: 'UPDATE' });
    const id = Number(report['id']);
    const run = await start(id, 'import-once');
    const path = `/run/${String(run['id'])}`;
    for (let kills = 0; kills < 3; kills += 1) {
      const before = await until(`/cloudmonitor/import/${id}`, (answer) => writtenIn(answer) > kills * 200);
      // Kill at a different point of the next batch each time.
      await pause(40 + kills * 90);
      await product.end('SIGKILL');
      await product.start();
      const after = await read(`/cloudmonitor/import/${id}`);
      expect(writtenIn(after)).toBeGreaterThanOrEqual(writtenIn(before));
      expect(writtenIn(after) % 200).toBeOneOf([0, rows % 200]);
      // A retried request and one from a second page attach to the same run.
      expect((await start(id, 'import-once'))['id']).toBe(run['id']);
      if (writtenIn(after) < rows) expect((await start(id, `other-page-${kills}`))['id']).toBe(run['id']);
      // The run must resume without a request.
      await until(
        path,
        ({ state, progress }) => {
          const { done } = progress as { done: number };
          return state === 'done' || done > writtenIn(after);
        },
        10_000,
      );
    }
    const ended = await until(path, ({ endedAt }) => endedAt !== null);
    expect(ended).toMatchObject({ state: 'done', progress: { done: rows, total: rows }, result: { add: rows } });
    const { total } = await read('/cloudmonitor?limit=1');
    expect(total).toBe(rows);
    const { total: told } = await read('/activity?search=by%20import&limit=1');
    expect(told).toBe(rows);

    const keys: number[] = [];
    for (let cursor: unknown = ''; cursor !== null;) {
      const page = await read(`${path}/items?limit=400${cursor === '' ? '' : `&cursor=${String(cursor)}`}`);
      keys.push(...(page['items'] as { key: string }[]).map(({ key }) => Number(key)));
      cursor = page['next'];
    }
    expect(keys).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
  },
);
