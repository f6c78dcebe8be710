// Uploads by the tus protocol: a piece arrives once, wherever the connection breaks, and nobody else sees it.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { largestPiece } from '#api/contract/uploads.ts';
import { sendWithCuts } from '#tests/bench/upload/tus-client.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import { sendPiece } from '#tests/server/upload-file.ts';
import type { Answer, Visitor } from '#tests/server/visitor.ts';
import { uploadFile } from './upload-files.ts';
import { dropOldUploads } from './uploads.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
}, 120_000);

const bytes = Buffer.from('organization,location,monitorName\n'.repeat(20_000));
const announce = (who: Visitor, more: Record<string, unknown> = {}): Promise<Answer> =>
  who.post('/upload', { purpose: 'monitor-import', name: 'shops.csv', size: bytes.length, ...more });
const rowsOf = async (query: string) => (await server.services.database.execute(sql.raw(query))).rows;

async function announced(): Promise<string> {
  const { status, body } = await announce(admin);
  expect(status).toBe(200);
  return String(body['id']);
}

/** What HEAD says. */
async function head(id: string, who = admin, headers: Record<string, string> = { 'tus-resumable': '1.0.0' }) {
  const reply = await fetch(`${server.url}/api/upload/${id}`, {
    method: 'HEAD',
    headers: { cookie: `cairn_session=${who.cookie('cairn_session')}`, ...headers },
  });
  return {
    status: reply.status,
    offset: reply.headers.get('upload-offset'),
    length: reply.headers.get('upload-length'),
  };
}

describe('an upload', () => {
  it('takes pieces in their order and says how much it has', async () => {
    const id = await announced();
    expect(await head(id)).toEqual({ status: 200, offset: '0', length: String(bytes.length) });
    const first = await sendPiece(admin, id, 0, bytes.subarray(0, 300_000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '300000']);
    expect(await head(id)).toMatchObject({ offset: '300000' });
    for (const offset of [0, 299_999, 300_001])
      expect(await sendPiece(admin, id, offset, bytes.subarray(0, 10))).toMatchObject({
        status: 409,
        body: { errorCode: 'upload_offset_wrong' },
      });
    expect((await sendPiece(admin, id, 300_000, bytes.subarray(300_000))).status).toBe(204);
    expect(await head(id)).toMatchObject({ offset: String(bytes.length) });
  });

  it('keeps one of two pieces for the same place', async () => {
    const id = await announced();
    const pieces = await Promise.all([1, 2, 3].map(() => sendPiece(admin, id, 0, bytes.subarray(0, 1000))));
    expect(pieces.map(({ status }) => status).toSorted()).toEqual([204, 409, 409]);
    expect(
      await rowsOf(`select at::int, octet_length(sealed) from upload_piece where upload_id = '${id}'`),
    ).toHaveLength(1);
  });

  it('keeps what had arrived when the connection broke', async () => {
    const id = await announced();
    const broken = request(`${server.url}/api/upload/${id}`, {
      method: 'PATCH',
      headers: {
        origin: server.url,
        cookie: `cairn_session=${admin.cookie('cairn_session')}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': String(bytes.length),
      },
    });
    broken.on('error', () => undefined);
    await new Promise((resolve) => broken.write(bytes.subarray(0, 400_000), resolve));
    setTimeout(() => broken.destroy(), 100);
    await expect.poll(async () => (await head(id)).offset).toBe('400000');
    expect((await sendPiece(admin, id, 400_000, bytes.subarray(400_000))).status).toBe(204);
  });

  it('arrives whole on the disk, wherever its connection breaks', async () => {
    const size = 20_000_000;
    const whole = randomBytes(size);
    const made = await announce(admin, { purpose: 'large-installer', name: 'setup.run', size });
    const id = String(made.body['id']);
    const headers = { cookie: `cairn_session=${admin.cookie('cairn_session')}`, origin: server.url };
    const target = { url: `${server.url}/api/upload/${id}`, headers };
    await sendWithCuts(target, size, (offset, length) => whole.subarray(offset, offset + length), 12);
    const kept = await readFile(uploadFile(server.services.settings.dataDirectory, id));
    expect(kept.equals(whole)).toBe(true);
    expect((await admin.delete(`/upload/${id}`)).status).toBe(200);
  });

  it('takes no more than was announced, in one piece or a longer one than it says', async () => {
    const { body } = await announce(admin, { size: 10 });
    const id = String(body['id']);
    expect(await sendPiece(admin, id, 0, bytes.subarray(0, 11))).toMatchObject({ status: 413 });
    const reply = await fetch(`${server.url}/api/upload/${id}`, {
      method: 'PATCH',
      headers: {
        origin: server.url,
        cookie: `cairn_session=${admin.cookie('cairn_session')}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(11));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect(reply.status).toBe(413);
    expect(await head(id)).toMatchObject({ offset: '0' });
  });

  it.each([
    ['an empty file', { size: 0 }, { '/size': 'File too small' }],
    [
      'a file larger than its screen allows',
      { size: 10_000_001 },
      { '/size': 'The file is larger than 10 MB. Split it and import the parts one after the other.' },
    ],
    ['no name', { name: ' ' }, { '/name': 'Required' }],
    ['a purpose that is not known', { purpose: 'else' }, { '/purpose': expect.any(String) as unknown }],
  ])('is refused for %s, in the words of the screen (C19-10)', async (_what, more, fields) => {
    expect(await announce(admin, more)).toMatchObject({ status: 400, body: { errorCode: 'invalid_input', fields } });
  });

  it('is the sender’s alone, and gone once removed', async () => {
    const id = await announced();
    const other = await signedInTechnician(server, admin, 'Grace', ['NODE:Create']);
    expect(await head(id, other)).toMatchObject({ status: 404 });
    expect(await sendPiece(other, id, 0, bytes.subarray(0, 10))).toMatchObject({ status: 404 });
    expect(await other.delete(`/upload/${id}`)).toMatchObject({ status: 404 });
    expect(await other.post('/cloudmonitor/import', { uploadId: id, existing: 'UPDATE' })).toMatchObject({
      status: 400,
      body: { fields: { '/file': expect.any(String) } },
    });
    for (const strange of [crypto.randomUUID(), 'x', "'"]) expect(await head(strange)).toMatchObject({ status: 404 });
    expect(await admin.delete(`/upload/${id}`)).toMatchObject({ status: 200 });
    expect(await head(id)).toMatchObject({ status: 404 });
  });

  it('needs the permission of its purpose, a session and the console’s own origin', async () => {
    const id = await announced();
    const viewer = await signedInTechnician(server, admin, 'Vera', ['NODE:View']);
    expect(await announce(viewer)).toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
    const nobody = server.visitor();
    expect(await head(id, nobody)).toMatchObject({ status: 401 });
    expect(await sendPiece(nobody, id, 0, bytes.subarray(0, 10))).toMatchObject({ status: 401 });
    const foreign = await admin.patch(`/upload/${id}`, bytes.subarray(0, 10), {
      origin: 'https://evil.example',
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    });
    expect(foreign).toMatchObject({ status: 403, body: { errorCode: 'origin_refused' } });
  });

  it('speaks one version of the protocol, and takes nothing but bytes', async () => {
    const id = await announced();
    expect(await head(id, admin, {})).toMatchObject({ status: 412 });
    expect(await admin.patch(`/upload/${id}`, {}, { 'tus-resumable': '1.0.0', 'upload-offset': '0' })).toMatchObject({
      status: 415,
    });
  });

  it('is sealed in the database', async () => {
    const id = await announced();
    await sendPiece(admin, id, 0, bytes.subarray(0, 5000));
    const [piece] = await rowsOf(
      `select position('monitorName'::bytea in sealed) as found from upload_piece where upload_id = '${id}'`,
    );
    expect(piece).toEqual({ found: 0 });
  });

  describe('of which a person sends too many pieces at a time', () => {
    /** Begins a piece and leaves it open. Answers what ends its connection. */
    const begin = async (id: string, who = admin): Promise<() => void> => {
      const piece = request(`${server.url}/api/upload/${id}`, {
        method: 'PATCH',
        agent: false,
        headers: {
          origin: server.url,
          cookie: `cairn_session=${who.cookie('cairn_session')}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': String(bytes.length),
        },
      });
      piece.on('error', () => undefined);
      await new Promise((resolve) => piece.write(bytes.subarray(0, 1000), resolve));
      return () => piece.destroy();
    };
    const refusal = { status: 429, body: { errorCode: 'rate_limited', retryAfter: 10 } };

    it('refuses the next one until one has ended, and the pieces of others never', async () => {
      const ids = [await announced(), await announced(), await announced(), await announced(), await announced()];
      const ends = await Promise.all(ids.slice(0, 4).map((id) => begin(id)));
      const next = String(ids[4]);
      await expect.poll(() => sendPiece(admin, next, 0, Buffer.alloc(0))).toMatchObject(refusal);
      const other = await signedInTechnician(server, admin, 'Hedy', ['NODE:Create']);
      const { body } = await announce(other);
      expect(await sendPiece(other, String(body['id']), 0, bytes)).toMatchObject({ status: 204 });
      ends[0]?.();
      await expect.poll(async () => (await sendPiece(admin, next, 0, bytes)).status).toBe(204);
      for (const end of ends) end();
      await other.delete(`/upload/${String(body['id'])}`);
    });
  });

  it('of 4 GiB has fewer pieces than a person may send in a minute, counted for each person', async () => {
    const limited = await startTestServer({ rateLimits: true });
    const owner = await limited.signInAsAdmin();
    const { body } = await announce(owner);
    const id = String(body['id']);
    const left = async (who: Visitor) => {
      const { headers } = await sendPiece(who, id, 1, bytes.subarray(0, 1));
      return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
    };
    expect((4 * 1024 ** 3) / largestPiece).toBeLessThan(1200);
    expect([await left(owner), await left(owner)]).toEqual([
      ['1200', '1199'],
      ['1200', '1198'],
    ]);
    const other = await signedInTechnician(limited, owner, 'Mary', ['NODE:Create']);
    expect(await left(other)).toEqual(['1200', '1199']);
    await limited.close();
  });

  it('makes room for a ninth by the oldest, and goes after a day', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 9; count += 1) ids.push(await announced());
    const kept = (await rowsOf('select id from upload')).map(({ id }) => String(id));
    expect(kept.toSorted()).toEqual(ids.slice(1).toSorted());
    await dropOldUploads(server.services.database, new Date(Date.now() + 23 * 3_600_000));
    expect(await rowsOf('select 1 from upload')).toHaveLength(8);
    await dropOldUploads(server.services.database, new Date(Date.now() + 25 * 3_600_000));
    expect(await rowsOf('select 1 from upload')).toEqual([]);
  });
});
