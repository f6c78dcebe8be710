// A file of more than 256 KB is parsed, checked and judged in a thread: what comes of it is what comes of a small one.
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import type { Answer } from '#tests/server/visitor.ts';
import type { ImportReply } from './imports.ts';

vi.setConfig({ testTimeout: 120_000 });
const world = monitorWorld();
const path = '/cloudmonitor/import';
const importIn = ({ body }: Answer) => body as unknown as ImportReply;

const shops = (count: number, note = '') =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      organization: 'Acme',
      location: 'Main office',
      monitorName: `Shop ${index}`,
      monitorType: 'HTTP',
      httpHostname: `http://shop.example/${note}`,
    })),
  );
const padding = 'x'.repeat(300_000);

it('reads a large file in a thread, with what the request says beside it (S2)', async () => {
  const answer = await world.admin.post(path, { fileName: 'many.json', content: shops(2500), existing: 'SKIP' });
  expect(answer.status).toBe(200);
  expect(importIn(answer)).toMatchObject({
    fileName: 'many.json',
    existing: 'SKIP',
    total: 2500,
    counts: { add: 2500 },
  });
});

it.each([
  ['an unknown field', { content: '[]', existing: 'UPDATE', more: padding }, '/more'],
  ['a wrong word beside the file', { content: padding, existing: 'REPLACE' }, '/existing'],
  ['no file', { existing: 'UPDATE', importId: 1, fileName: padding }, '/fileName'],
  ['a list in the place of the file', { content: [padding], existing: 'UPDATE' }, '/content'],
  ['a file longer than 10 million characters', { content: 'x'.repeat(10_000_001), existing: 'UPDATE' }, '/content'],
])('refuses %s in a large body by its field', async (_what, body, pointer) => {
  const answer = await world.admin.post(path, body);
  expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid_input' } });
  expect(Object.keys(answer.body.fields ?? {})).toContain(pointer);
});

it('refuses a large body that is no JSON, or nests too deep', async () => {
  for (const body of [`{"content":"${padding}`, `{"content":${'['.repeat(200_000)}${']'.repeat(200_000)}}`]) {
    const answer = await fetch(`${world.cairn.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: world.cairn.url,
        cookie: `cairn_session=${world.admin.cookie('cairn_session')}`,
      },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errorCode: 'invalid_input' });
  }
});

it('checks a large file once for a key, and refuses the key for another file', async () => {
  const send = (note: string) =>
    world.admin.post(
      path,
      { fileName: 'once.json', content: shops(2500, note), existing: 'UPDATE' },
      { 'idempotency-key': 'large-once' },
    );
  const first = await send('a');
  expect(importIn(await send('a')).id).toBe(importIn(first).id);
  expect(await send('b')).toMatchObject({ status: 409, body: { errorCode: 'idempotency_key_reused' } });
  const { rows } = await world.cairn.services.database.execute(
    sql`select 1 from monitor_import where file_name = 'once.json'`,
  );
  expect(rows).toHaveLength(1);
});

it('refuses a large file to whoever may not import', async () => {
  const nobody = world.cairn.visitor();
  expect(await nobody.post(path, { content: padding, existing: 'UPDATE' })).toMatchObject({ status: 401 });
});
