// A file is uploaded, checked in a thread and gone from the uploads: what comes of a large one is what comes of a small one.
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { checkImport, sendPiece, uploadFile } from '#tests/server/upload-file.ts';
import type { Answer } from '#tests/server/visitor.ts';
import type { ImportReply } from './imports.ts';

vi.setConfig({ testTimeout: 120_000 });
const world = monitorWorld();
const path = '/cloudmonitor/import';
const importIn = ({ body }: Answer) => body as unknown as ImportReply;

const shops = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      organization: 'Acme',
      location: 'Main office',
      monitorName: `Shop ${index}`,
      monitorType: 'HTTP',
      httpHostname: 'http://shop.example/',
    })),
  );
const rowsOf = async (query: string) => (await world.cairn.services.database.execute(sql.raw(query))).rows;

it('reads a large file, with what the request says beside it, and removes the upload (S2)', async () => {
  const answer = await checkImport(world.admin, { fileName: 'many.json', content: shops(2500), existing: 'SKIP' });
  expect(answer.status).toBe(200);
  expect(importIn(answer)).toMatchObject({
    fileName: 'many.json',
    existing: 'SKIP',
    total: 2500,
    counts: { add: 2500 },
  });
  expect(await rowsOf('select 1 from upload')).toEqual([]);
  expect(await rowsOf('select 1 from upload_piece')).toEqual([]);
});

it('reads UTF-8 and what a byte-order mark says', async () => {
  const csv =
    'organization,location,monitorName,monitorType,httpHostname\nAcme,Main office,Café,HTTP,http://a.example/\n';
  const utf16 = Buffer.from(`\ufeff${csv}`, 'utf16le');
  for (const content of [Buffer.from(`\ufeff${csv}`), utf16, utf16.swap16()]) {
    const { status, body } = await checkImport(world.admin, { fileName: 'cafe.csv', content });
    expect([status, body['rows']?.[0]?.['name']]).toEqual([200, 'Café']);
  }
});

it.each([
  ['no text', [0x80, 0x81], /^The file is not text in UTF-8\./],
  ['no JSON', [...Buffer.from('[{')], /^The file cannot be read as JSON/],
])('refuses a file that is %s', async (_what, bytes, words) => {
  const { status, body } = await checkImport(world.admin, { fileName: 'x', content: Uint8Array.from(bytes) });
  expect(status).toBe(400);
  expect(body['fields']).toEqual({ '/file': expect.stringMatching(words) });
});

it.each([
  ['an unknown field', { uploadId: crypto.randomUUID(), existing: 'UPDATE', more: 1 }, '/more'],
  ['a wrong word beside the file', { uploadId: crypto.randomUUID(), existing: 'REPLACE' }, '/existing'],
  ['no file', { existing: 'UPDATE' }, '/file'],
  ['an upload that is not there', { uploadId: crypto.randomUUID(), existing: 'UPDATE' }, '/file'],
])('refuses %s by its field', async (_what, body, pointer) => {
  const answer = await world.admin.post(path, body);
  expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid_input' } });
  expect(Object.keys(answer.body.fields ?? {})).toContain(pointer);
});

it('refuses a file of which a part has arrived, and checks it once the rest has', async () => {
  const bytes = Buffer.from(shops(3));
  const made = await world.admin.post('/upload', { purpose: 'monitor-import', name: 'half.json', size: bytes.length });
  const uploadId = String(made.body['id']);
  await sendPiece(world.admin, uploadId, 0, bytes.subarray(0, 100));
  const check = () => world.admin.post(path, { uploadId, existing: 'UPDATE' });
  expect(await check()).toMatchObject({ status: 409, body: { errorCode: 'upload_incomplete' } });
  await sendPiece(world.admin, uploadId, 100, bytes.subarray(100));
  expect(importIn(await check())).toMatchObject({ total: 3 });
});

it('checks a large file once for a key', async () => {
  const made = await uploadFile(world.admin, { fileName: 'once.json', content: shops(2500) });
  const send = (existing: string) =>
    world.admin.post(path, { uploadId: made.body['id'], existing }, { 'idempotency-key': 'large-once' });
  const first = await send('UPDATE');
  expect(importIn(await send('UPDATE')).id).toBe(importIn(first).id);
  expect(await send('SKIP')).toMatchObject({ status: 409, body: { errorCode: 'idempotency_key_reused' } });
  expect(await rowsOf("select 1 from monitor_import where file_name = 'once.json'")).toHaveLength(1);
});

it('refuses a file to whoever may not import', async () => {
  const nobody = world.cairn.visitor();
  expect(await nobody.post(path, { uploadId: crypto.randomUUID(), existing: 'UPDATE' })).toMatchObject({ status: 401 });
});
