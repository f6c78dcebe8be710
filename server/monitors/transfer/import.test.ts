import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld } from '#tests/server/monitor-world.ts';
import { refusingWrites } from '#tests/server/refused-writes.ts';
import { ended, importToEnd } from '#tests/server/run-to-end.ts';
import { checkImport } from '#tests/server/upload-file.ts';
import type { Answer, Json } from '#tests/server/visitor.ts';
import type { ImportReply } from './imports.ts';

// Each dry run starts a thread that reads its code from the sources: seconds on a busy machine.

const world = monitorWorld();
const reportIn = ({ body }: Answer) => body as unknown as ImportReply;

/** Paused, so that nothing runs: these are about what is kept. */
const shop = (more: Record<string, unknown> = {}) => ({
  organization: 'Acme',
  location: 'Main office',
  monitorName: 'Shop',
  monitorType: 'HTTP',
  enabled: false,
  httpHostname: 'http://shop.example/',
  ...more,
});

async function check(monitors: readonly unknown[] | string, more: Record<string, unknown> = {}): Promise<ImportReply> {
  const content = typeof monitors === 'string' ? monitors : JSON.stringify(monitors);
  const answer = await checkImport(world.admin, { fileName: 'shops.json', content, ...more });
  expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
  return reportIn(answer);
}

async function run({ id }: ImportReply): Promise<ImportReply> {
  const report = (await importToEnd(world.admin, id)) as unknown as ImportReply;
  expect(report.state).toBe('done');
  return report;
}

const imported = async (monitors: readonly unknown[] | string, more?: Record<string, unknown>) =>
  run(await check(monitors, more));

async function find(name: string): Promise<Json[]> {
  const { body } = await world.admin.get(`/cloudmonitor?limit=500&search=${encodeURIComponent(name)}`);
  const found = (body['items'] as unknown as { id: number; monitorName: string }[]).filter(
    (each) => each.monitorName === name,
  );
  return Promise.all(found.map(({ id }) => world.read(id)));
}

async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  return (await world.cairn.services.database.execute(sql.raw(query))).rows;
}

const count = async () => Number((await rowsOf('select count(*) as n from cloud_monitor'))[0]?.['n']);

describe('a new monitor of an import', () => {
  const typesOf = async (name: string) => {
    const [monitor] = await find(name);
    const conditions = monitor?.conditions as unknown as { type: string; notificationAction: string }[] | undefined;
    return conditions?.map(({ type, notificationAction }) => `${type} ${notificationAction}`);
  };

  it('begins with the conditions of its type where the file gives none, and the report says so (A5)', async () => {
    const https = { httpHostname: 'https://shop.example/' };
    const report = await check([
      shop({ monitorName: 'None given', ...https }),
      shop({ monitorName: 'None wanted', ...https, conditions: [] }),
      shop({ monitorName: 'One given', ...https, conditions: [failedCondition()] }),
    ]);
    expect(report).toMatchObject({ counts: { add: 3 }, withDefaultConditions: 1 });
    expect(await run(report)).toMatchObject({ counts: { add: 3 }, withDefaultConditions: 1 });
    expect(await typesOf('None given')).toEqual(['HttpWebsiteFailed SEND', 'SSLCertificateExpiration SEND']);
    expect(await typesOf('None wanted')).toEqual([]);
    expect(await typesOf('One given')).toEqual(['HttpWebsiteFailed NONE']);
    // A monitor that is there keeps what it has.
    expect(await imported([shop({ monitorName: 'None wanted', ...https })])).toMatchObject({ counts: { same: 1 } });
    expect(await typesOf('None wanted')).toEqual([]);
  });

  it.each([
    ['Empty cell', '', ['PingFailed SEND']],
    ['Empty list', '[]', []],
  ])(
    'begins with them where the cell of a CSV is empty, not where it holds a list: %s (A5)',
    async (name, cell, types) => {
      const line = `Acme,Main office,${name},PING,false,gw.example,${cell}`;
      await imported(`organization,location,monitorName,monitorType,enabled,hostname,conditions\n${line}\n`);
      expect(await typesOf(name)).toEqual(types);
    },
  );
});

describe('the dry run of an import', () => {
  it('says what each row would do and why some are refused, and writes no monitor', async () => {
    await imported([shop({ monitorName: 'There', frequency: 90 })]);
    const before = await count();
    const report = await check([
      shop({ monitorName: 'New' }),
      shop({ monitorName: 'There', frequency: 120 }),
      { organization: 'acme', location: 'MAIN OFFICE', monitorName: 'There' },
      shop({ monitorName: 'New', organization: String(world.place.clientId) }),
      shop({ monitorName: ' ', frequency: 5, timeout: 'ten', httpHostname: 'nowhere' }),
      shop({ monitorName: 'Lost', organization: 'Nobody', location: 'x' }),
      shop({ monitorName: 'Lost too', location: 'Annex' }),
      shop({ monitorName: 'Odd', colour: 'red', conditions: [{ ...failedCondition(), runCount: 0 }] }),
      shop({ monitorName: 'There', monitorType: 'PING', hostname: 'shop.example' }),
    ]);
    expect(await count()).toBe(before);
    expect(report).toMatchObject({
      state: 'checked',
      total: 9,
      toWrite: 2,
      written: 0,
      counts: { add: 1, change: 1, same: 0, skip: 0, refuse: 7 },
      show: 'refused',
      matching: 7,
    });
    const refused = report.rows.map(({ row, refusals }) => [
      row,
      Object.fromEntries(refusals.map(({ field, message }) => [field, message])),
    ]);
    expect(refused).toEqual([
      [3, { monitorName: 'Row 2 is about the same monitor.' }],
      [4, { monitorName: 'Row 1 is about the same monitor.' }],
      [5, expect.objectContaining({ timeout: 'Must be a whole number' })],
      [6, { organization: 'No organization “Nobody” is known.' }],
      [7, { location: 'No location “Annex” is known at Acme.' }],
      [8, { colour: 'This field is not known here', 'conditions[0].runCount': expect.any(String) as unknown }],
      [9, expect.objectContaining({ monitorType: 'The type cannot change once the monitor is saved.' })],
    ]);
    const all = reportIn(await world.admin.get(`/cloudmonitor/import/${report.id}?show=all&offset=1`));
    expect(all.rows.slice(0, 2)).toMatchObject([
      { row: 2, does: 'change' },
      { row: 3, does: 'refuse' },
    ]);
  });

  it('speaks the words of the wizard', async () => {
    const wrong = { monitorName: '  ', frequency: 5, timeout: 10, httpHostname: 'nowhere', methodType: 'GET' };
    const asked = await world.admin.post('/cloudmonitor', world.http(wrong));
    const report = await check([shop({ ...wrong, authenticationType: 'NONE', saveResponseBody: true })]);
    const [row] = report.rows;
    expect(Object.fromEntries(row?.refusals.map(({ field, message }) => [`/${field}`, message]) ?? [])).toEqual(
      asked.body.fields,
    );
  });

  it('can be repeated for another wish without the file, until it is imported', async () => {
    await imported([shop({ monitorName: 'Wished' })]);
    const report = await check([shop({ monitorName: 'Wished', frequency: 600 })]);
    expect(report.counts).toMatchObject({ change: 1, skip: 0 });
    const importId = report.id;
    const again = await world.admin.post('/cloudmonitor/import', { importId, existing: 'SKIP' });
    expect(again.body).toMatchObject({ id: importId, toWrite: 0, counts: { change: 0, skip: 1 } });
    await run(reportIn(again));
    const late = await world.admin.post('/cloudmonitor/import', { importId, existing: 'UPDATE' });
    expect([late.status, late.body.fields]).toEqual([400, { '/file': 'This file has been imported. Choose a file.' }]);
  });

  it('is its owner’s alone', async () => {
    const { id } = await check([shop({ monitorName: 'Own' })]);
    await rowsOf(`update monitor_import set user_id = (select min(id) from app_user) + 0 where id = ${id}`);
    const other = await world.cairn.services.database.execute<{ id: number }>(
      sql`insert into app_user (email, first_name, last_name, content) values ('x@example.com', 'X', 'Y', '{}') returning id`,
    );
    await rowsOf(`update monitor_import set user_id = ${Number(other.rows[0]?.id)} where id = ${id}`);
    expect((await world.admin.get(`/cloudmonitor/import/${id}`)).status).toBe(404);
    expect((await world.admin.post(`/cloudmonitor/import/${id}/run`)).status).toBe(404);
  });
});

describe('an import', () => {
  it('adds with the defaults of the wizard, changes what it says and nothing else', async () => {
    await imported([shop({ monitorName: 'Begun', conditions: [failedCondition()] })]);
    const [added] = await find('Begun');
    expect(added).toMatchObject({ frequency: 60, timeout: 10, methodType: 'GET', authenticationType: 'NONE' });
    await imported('organization;location;monitorName;frequency\r\nAcme;Main office;Begun;300\r\n');
    const [changed] = await find('Begun');
    expect(changed).toEqual({ ...added, frequency: 300, updatedAt: changed?.['updatedAt'], revision: 2 });
    const report = await imported([shop({ monitorName: 'Begun', frequency: 300 })]);
    expect(report).toMatchObject({ counts: { same: 1, change: 0 } });
  });

  it('keeps a condition that is still there, with what it has raised, and drops those that are not', async () => {
    const conditions = [
      failedCondition(),
      failedCondition({ conditionName: 'Slow', type: 'HttpResponseTime', period: 900 }),
    ];
    await imported([shop({ monitorName: 'Conditions', conditions })]);
    expect(await check([shop({ monitorName: 'Conditions', conditions })])).toMatchObject({
      counts: { same: 1 },
      rows: [{ refusals: [] }],
    });
    const idsOf = (monitors: unknown) =>
      (monitors as { conditions: { id: number; conditionName: string }[] }[])
        .flatMap((monitor) => monitor.conditions)
        .map((each) => [each.conditionName, each.id]);
    const before = idsOf(await find('Conditions'));
    await imported([shop({ monitorName: 'Conditions', conditions: [{ ...failedCondition(), runCount: 4 }] })]);
    expect(idsOf(await find('Conditions'))).toEqual(before.slice(0, 1));
  });

  it('seals passwords, tells them nowhere and keeps none of the file', async () => {
    const login = { authenticationType: 'BASIC', httpUsername: 'watcher', httpPassword: 'open sesame' };
    const report = await check([
      shop({ monitorName: 'Guarded', ...login }),
      shop({ monitorName: 'Wrong', ...login, frequency: 1 }),
    ]);
    const done = await run(report);
    expect(JSON.stringify([report, done])).not.toContain('open sesame');
    for (const table of ['monitor_import_row', 'cloud_monitor', 'audit', 'idempotency', 'draft', 'monitor_import'])
      expect(JSON.stringify(await rowsOf(`select * from ${table}`)), table).not.toContain('open sesame');
    expect(await rowsOf(`select given from monitor_import_row where import_id = ${report.id}`)).toEqual([
      { given: null },
      { given: null },
    ]);
    const [monitor] = await find('Guarded');
    expect(monitor).toMatchObject({ httpPasswordSet: true, httpUsername: 'watcher' });
    // Left out it stays; given it is a change, even the same one: nobody may guess at it.
    const { httpPassword: _, ...rest } = login;
    expect(await check([shop({ monitorName: 'Guarded', ...rest })])).toMatchObject({ counts: { same: 1 } });
    expect(await check([shop({ monitorName: 'Guarded', ...login })])).toMatchObject({ counts: { change: 1 } });
    const elsewhere = await check([shop({ monitorName: 'Guarded', httpHostname: 'http://other.example/' })]);
    expect(elsewhere.rows).toMatchObject([{ refusals: [{ field: 'httpPassword', message: 'Required' }] }]);
  });

  it('does nothing twice: neither by the same key nor by another', async () => {
    const names = Array.from({ length: 450 }, (_, index) => `Many ${index}`);
    const report = await check(names.map((monitorName) => shop({ monitorName })));
    const path = `/cloudmonitor/import/${report.id}/run`;
    const [first, again, other] = await Promise.all([
      world.admin.post(path, undefined, { 'idempotency-key': 'batch-one' }),
      world.admin.post(path, undefined, { 'idempotency-key': 'batch-one' }),
      world.admin.post(path, undefined, { 'idempotency-key': 'batch-two' }),
    ]);
    expect(again.body).toEqual(first.body);
    // Another key, while it is active: the same run.
    expect(other.body['id']).toBe(first.body['id']);
    expect(await ended(world.admin, String(first.body['id']))).toMatchObject({
      state: 'done',
      progress: { stage: 'write', done: 450, total: 450 },
      lastSeq: 450,
      result: { add: 450 },
    });
    expect(await run(report)).toMatchObject({ state: 'done', written: 450 });
    const [{ n } = { n: 0 }] = await rowsOf(`select count(*)::int as n from node where name like 'Many %'`);
    expect(n).toBe(450);
    const audits = await rowsOf(`select count(*)::int as n from audit where summary like '%“Many %” by import'`);
    expect(audits).toEqual([{ n: 450 }]);
  });

  it('refuses a row that is not what was looked at any more, and goes on', async () => {
    const report = await check([shop({ monitorName: 'Taken' }), shop({ monitorName: 'Free' })]);
    await world.add({ monitorName: 'Taken', enabled: false });
    expect(await run(report)).toMatchObject({
      counts: { add: 1, refuse: 1 },
      rows: [
        {
          row: 1,
          done: true,
          refusals: [{ field: 'monitorName', message: expect.stringMatching(/after the file was checked/) as unknown }],
        },
      ],
    });
    expect(await find('Taken')).toHaveLength(1);
    expect(await find('Free')).toHaveLength(1);
  });

  it('leaves nothing of a row that is refused half-way, and goes on', async () => {
    const report = await check([shop({ monitorName: 'Half-way' }), shop({ monitorName: 'Whole' })]);
    const placeGone = {
      table: 'node',
      event: 'insert',
      rows: `new.name = 'Half-way'`,
      instead: `raise exception using errcode = 'foreign_key_violation', constraint = 'node_place'`,
    } as const;
    await refusingWrites(world.cairn.services.database, placeGone, async () => {
      expect(await run(report)).toMatchObject({
        state: 'done',
        counts: { add: 1, refuse: 1 },
        rows: [{ row: 1, done: true, refusals: [{ field: 'location' }] }],
      });
    });
    expect([await find('Half-way'), await find('Whole')]).toMatchObject([[], [{}]]);
  });
});

describe('the run of an import', () => {
  it('finds one item for each row of the file, in its order: added, changed, unchanged, left alone, refused and why', async () => {
    await imported([shop({ monitorName: 'Stored' })]);
    const { id } = await check([
      shop({ monitorName: 'Fresh' }),
      shop({ monitorName: 'Stored', frequency: 120 }),
      shop({ monitorName: 'Too often', frequency: 1 }),
      shop({ monitorName: 'Fresh too' }),
    ]);
    const started = (await world.admin.post(`/cloudmonitor/import/${id}/run`)).body as unknown as { id: string };
    await ended(world.admin, started.id);
    const items = async (query = '') =>
      (await world.admin.get(`/run/${started.id}/items?${query}`)).body as unknown as {
        items: { key: string; data: Record<string, unknown> }[];
        total: number;
      };
    const outcome = (row: number, name: string, does: string, reason = '') => ({
      key: String(row),
      data: { row, name, place: 'Acme, Main office', does, reason },
    });
    expect((await items()).items).toMatchObject([
      outcome(1, 'Fresh', 'add'),
      outcome(2, 'Stored', 'change'),
      { key: '3', data: { does: 'refuse', reason: expect.stringMatching(/^frequency: /) as unknown } },
      outcome(4, 'Fresh too', 'add'),
    ]);
    expect(await items('field=does&value=refuse')).toMatchObject({ items: [{ key: '3' }], total: 1 });
    expect((await items('sort=-row&limit=2')).items.map(({ key }) => key)).toEqual(['4', '3']);
  });
});
