import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { checkImport, uploadFile } from '#tests/server/upload-file.ts';
import type { Answer } from '#tests/server/visitor.ts';
import { judgeFile } from './judge-file.ts';

const world = monitorWorld();

const send = (content: string): Promise<Answer> => checkImport(world.admin, { fileName: 'hostile', content });

const row = (more: Record<string, unknown> = {}) =>
  JSON.stringify([
    { organization: 'Acme', location: 'Main office', monitorName: 'Shop', monitorType: 'HTTP', ...more },
  ]);
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const withRaw = (field: string, json: string) => row({ [field]: 'RAW' }).replace('"RAW"', json);

describe('a file that was made to hold the server up', () => {
  beforeAll(() => send(row()), 120_000);

  it.each([
    ['300,000 conditions', withRaw('conditions', `[${'{},'.repeat(299_999)}{}]`), 'conditions', 'At most 50 allowed'],
    ['conditions 20,000 levels deep', withRaw('conditions', nested(20_000)), 'conditions', 'nested deeper'],
    ['headers 5,000 levels deep', withRaw('requestHeaders', nested(5000)), 'requestHeaders', 'nested deeper'],
    [
      '100,000 headers',
      withRaw('requestHeaders', `[${'{},'.repeat(99_999)}{}]`),
      'requestHeaders',
      'At most 100 allowed',
    ],
  ])(
    'is refused by its row for %s (S4)',
    async (_what, content, field, words) => {
      const { status, body } = await send(content);
      expect(status).toBe(200);
      const refusals = body['rows']?.[0]?.['refusals'] as unknown as { field: string; message: string }[];
      expect(refusals).toContainEqual({ field, message: expect.stringContaining(words) });
      expect(refusals.length).toBeLessThanOrEqual(50);
    },
    120_000,
  );

  it('is refused by its cell when that is longer than its field, whatever it holds (S3)', async () => {
    const cell = `${'\t'.repeat(200_000)}x`;
    const { status, body } = await send(`organization,location,monitorName\nAcme,Main office,"${cell}"\n`);
    expect(status).toBe(200);
    expect(body['rows']?.[0]?.['refusals']).toContainEqual({
      field: 'monitorName',
      message: 'Must be at most 1024 characters',
    });
  }, 120_000);

  it('is refused by its first line when that names no column, however long the rest is (S4)', async () => {
    const result = await send('junk;'.repeat(1_900_000));
    expect(result).toMatchObject({ status: 400, body: { errorCode: 'invalid_input' } });
    expect(result.body['fields']?.['/file']).toContain('The first line must name the columns');
  }, 120_000);

  it('is one at a time for each user (S4)', async () => {
    const big = `organization,location,monitorName\n${'Acme,Main office,Shop\n'.repeat(9000)}`;
    const uploads = [
      await uploadFile(world.admin, { fileName: 'a', content: big }),
      await uploadFile(world.admin, { fileName: 'b', content: big }),
    ];
    const [first, second] = (await Promise.all(
      uploads.map(({ body }) => world.admin.post('/cloudmonitor/import', { uploadId: body['id'], existing: 'UPDATE' })),
    )) as [Answer, Answer];
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect([first, second].find(({ status }) => status === 409)?.body['errorCode']).toBe('import_in_progress');
    expect((await send(row())).status).toBe(200);
  }, 120_000);

  it('is judged in a thread that ends when the time is over (S4)', async () => {
    const judged = judgeFile(
      {
        source: { file: new TextEncoder().encode(row()) },
        existing: 'UPDATE',
        actor: { kind: 'anonymous' },
        published: {},
      },
      {
        signal: new AbortController().signal,
        known: () => new Promise(() => undefined),
        judged: () => undefined,
        milliseconds: 300,
      },
    );
    await expect(judged).rejects.toMatchObject({ code: 'import_timed_out' });
  });

  it('is given up when its client leaves (S4)', async () => {
    const big = `organization,location,monitorName\n${'Acme,Main office,Shop\n'.repeat(9000)}`;
    const { body } = await uploadFile(world.admin, { fileName: 'gone', content: big });
    const gone = request(`${world.cairn.url}/api/cloudmonitor/import`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: world.cairn.url,
        cookie: `cairn_session=${world.admin.cookie('cairn_session')}`,
      },
    });
    gone.on('error', () => undefined);
    gone.end(JSON.stringify({ uploadId: body['id'], existing: 'UPDATE' }));
    // A thread starts in more than this.
    await new Promise((resolve) => setTimeout(resolve, 300));
    gone.destroy();
    await expect.poll(async () => (await send(row())).status, { timeout: 60_000 }).toBe(200);
    // By now it would have been kept: a user's files are judged one after the other.
    await send(row());
    const kept = await world.cairn.services.database.execute(
      sql`select 1 from monitor_import where file_name = 'gone'`,
    );
    expect(kept.rows).toEqual([]);
  }, 120_000);
});
