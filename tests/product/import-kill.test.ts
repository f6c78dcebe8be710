// An import that a kill of the server meets in the middle: every row is written once, and none is lost that was acknowledged.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from './person.ts';
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

interface Report {
  state: string;
  written: number;
}

/** As the page asks: with a key of its own each time, the same one until it has an answer. */
async function run(id: number, key: string): Promise<Report | undefined> {
  const answer = await fetch(`${product.url}/api/cloudmonitor/import/${id}/run`, {
    method: 'POST',
    headers: { cookie, origin: product.url, 'idempotency-key': key },
  }).catch(() => undefined);
  return answer?.ok ? ((await answer.json().catch(() => undefined)) as Report | undefined) : undefined;
}

it('goes on where it was', { timeout: 120_000 }, async () => {
  const monitors = Array.from({ length: rows }, (_, index) => ({
    organization: 'Acme',
    location: 'Main office',
    monitorName: `Shop ${index}`,
    monitorType: 'PING',
    hostname: '192.0.2.1',
    enabled: false,
  }));
  const content = JSON.stringify(monitors);
  const report = await callByApi(product, cookie, 'POST', '/cloudmonitor/import', { content, existing: 'UPDATE' });
  const id = Number(report['id']);
  let attempt = 0;
  let acknowledged = 0;
  for (let kills = 0; kills < 3; kills += 1) {
    // One batch is acknowledged, the next is killed at some moment of its second.
    acknowledged = Math.max(acknowledged, (await run(id, `batch-${attempt++}`))?.written ?? 0);
    const cut = run(id, `batch-${attempt}`);
    await new Promise((resolve) => setTimeout(resolve, 60 + kills * 140));
    await product.end('SIGKILL');
    await cut;
    await product.start();
    const after = await callByApi(product, cookie, 'GET', `/cloudmonitor/import/${id}`);
    expect(Number(after['written'])).toBeGreaterThanOrEqual(acknowledged);
    expect(Number(after['written']) % 200).toBe(0);
  }
  for (let state = ''; state !== 'done'; attempt += 1) state = (await run(id, `batch-${attempt}`))?.state ?? '';
  const { total } = await callByApi(product, cookie, 'GET', '/cloudmonitor?limit=1');
  expect(total).toBe(rows);
  const { total: told } = await callByApi(product, cookie, 'GET', '/activity?search=by%20import&limit=1');
  expect(told).toBe(rows);
});
