// A publication at a later time, on the real server with the real gate. The job gets its time from the test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import { signedInTechnician } from '../../tests/server/technician.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { scheduledScreen } from '../database/schema/screens.ts';
import { appUser } from '../database/schema/users.ts';
import { readRecords } from '../routes/edited-flows.ts';
import { screenDocuments } from '../screens/screens.ts';
import { publishDue, type PublishTools } from './publish-due.ts';

let server: TestServer;
let admin: Visitor;
let tools: PublishTools;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
  tools = { services: server.services, readRecords };
});
afterAll(() => server.close());

const HOUR = 3_600_000;
const path = '/studio/screens/organization/details';
const inMs = (ms: number) => new Date(Date.now() + ms);
const run = (later = 2 * HOUR) => publishDue(tools, inMs(later));
const state = async () =>
  (await admin.get(path)).body as unknown as {
    number: number;
    text: string;
    edit: { text: string; base: number } | null;
    scheduled: { at: string; by: string; base: number; text: string; failure: { reason: string } | null } | null;
    versions: { number: number; note: string; publishedBy: string }[];
  };
const titled = (title: string, change: (name: Record<string, unknown>) => void = () => undefined): string => {
  const document = JSON.parse(
    readFileSync(join(screenDocuments, 'organization', 'details.json'), 'utf8'),
  ) as ScreenDocument;
  document.title = title;
  change((document.schema as { properties: { name: Record<string, unknown> } }).properties.name);
  return JSON.stringify(document, undefined, 2);
};
async function keep(text: string, who = admin): Promise<void> {
  await who.put(`${path}/edit`, { text, base: (await state()).number });
}
async function schedule(title: string, who = admin, at = inMs(HOUR)) {
  await keep(titled(title), who);
  return who.post(`${path}/scheduled`, { note: `Why ${title}`, at: at.toISOString() });
}
const audits = async () =>
  (
    await server.services.database.execute<{ action: string; summary: string; actor_name: string }>(
      sql`select action, summary, actor_name from audit where entity_type = 'SCREEN' order by id desc limit 3`,
    )
  ).rows;

beforeEach(async () => {
  await server.services.database.delete(scheduledScreen);
  await admin.delete(`${path}/edit`);
});

let owners = 0;
const newOwner = () => signedInTechnician(server, admin, `Owner${(owners += 1)}`, ['SYSTEM:Studio.Access']);

describe('a scheduled publication', () => {
  it('is published at its time, by one of two servers, once, and says in the audit trail that it was scheduled', async () => {
    const { number } = await state();
    expect((await schedule('Particulars')).body).toMatchObject({ resultCode: 'SUCCESS', problems: [], broken: [] });
    const before = await state();
    expect(before).toMatchObject({ number, edit: null, scheduled: { by: 'Ada Byron', base: number, failure: null } });
    expect((await admin.get('/studio/scheduled')).body).toMatchObject([{ flow: 'organization', screen: 'details' }]);
    await run(HOUR / 2);
    expect((await state()).number).toBe(number);

    const other = await startTestServer({ databaseUrl: server.databaseUrl });
    await Promise.all([run(), publishDue({ ...tools, services: other.services }, inMs(2 * HOUR))]);
    await expect.poll(() => other.services.screens.get('organization', 'details').document.title).toBe('Particulars');
    await other.close();
    const after = await state();
    expect(after).toMatchObject({ number: number + 1, scheduled: null });
    expect(after.versions[0]).toMatchObject({ note: 'Why Particulars', publishedBy: 'Ada Byron' });
    const [last] = await audits();
    expect(last).toMatchObject({
      action: 'SCREEN_PUBLISHED',
      summary: expect.stringContaining('scheduled by Ada Byron'),
    });
  });

  it('is published by another server after the lease of one that was killed', async () => {
    const { number } = await state();
    await schedule('Leased');
    const until = inMs(3 * HOUR);
    await server.services.database.update(scheduledScreen).set({ leasedUntil: until });
    await run();
    expect((await state()).number).toBe(number);
    await run(4 * HOUR);
    expect((await state()).number).toBe(number + 1);
  });

  it.each([
    ['in the past', () => inMs(-1000)],
    ['too far ahead', () => inMs(91 * 24 * HOUR)],
  ])('is refused %s, at its field', async (_, at) => {
    const { status, body } = await schedule('Never', admin, at());
    expect([status, body.fields]).toEqual([400, { '/at': 'Choose a time in the future, at most 90 days ahead' }]);
    expect((await state()).scheduled).toBeNull();
  });

  it('is refused where the text breaks a path now, and where one is scheduled already', async () => {
    await keep(titled('Short', (name) => Object.assign(name, { maxLength: 20 })));
    const refused = await admin.post(`${path}/scheduled`, { note: '', at: inMs(HOUR).toISOString() });
    expect(refused.body).toMatchObject({ resultCode: 'REFUSED', broken: expect.any(Array) });
    expect((await state()).edit).not.toBeNull();
    await schedule('First');
    expect((await schedule('Second')).body['errorCode']).toBe('screen_is_scheduled');
  });

  it('is not published where somebody published meanwhile; its text can be taken back', async () => {
    await schedule('Late');
    await keep(titled('Earlier'));
    const { number } = (await admin.post(`${path}/version`, { note: '' })).body as unknown as { number: number };
    await run();
    const { scheduled, ...after } = await state();
    expect(after.number).toBe(number);
    expect(scheduled?.failure?.reason).toContain(`Version ${number} was published meanwhile.`);
    expect((await audits())[0]).toMatchObject({ action: 'SCREEN_NOT_PUBLISHED', actor_name: 'Cairn' });
    await run(3 * HOUR);
    expect((await admin.post(`${path}/scheduled/publish`)).status).toBe(404);

    const other = await newOwner();
    await keep(titled('My own'), other);
    const take = () => other.post(`${path}/scheduled/cancel`, { take: true });
    expect((await take()).body['errorCode']).toBe('screen_edit_exists');
    await other.delete(`${path}/edit`);
    expect((await take()).status).toBe(200);
    expect((await other.get(path)).body).toMatchObject({
      scheduled: null,
      edit: { text: titled('Late'), base: number - 1 },
    });
    await other.delete(`${path}/edit`);
  });

  it('is not published where the gate refuses it at its time', async () => {
    await schedule('Sound');
    const text = titled('Sound', (name) => Object.assign(name, { maxLength: 20 }));
    // As if an assertion or the release had changed: the text that passed does not pass now.
    await server.services.database.update(scheduledScreen).set({ text });
    const { number } = await state();
    await run();
    const { scheduled, ...after } = await state();
    expect([after.number, scheduled?.text]).toEqual([number, text]);
    expect(scheduled?.failure?.reason).toMatch(/^It breaks a path of the flow\. .*50 characters/);
  });

  it('is not published where its author lost the permission, was deleted or was disabled', async () => {
    const { database } = server.services;
    const owner = await newOwner();
    await schedule('By another', owner);
    const [row] = await database.select().from(scheduledScreen);
    const author = eq(appUser.id, row?.userId ?? 0);
    const { number } = await state();
    await database.execute(sql`delete from user_grant where user_id = ${row?.userId}`);
    await run();
    const { scheduled, ...after } = await state();
    expect(after.number).toBe(number);
    expect(scheduled?.failure?.reason).toContain('may not open the Studio any more');

    await database.update(scheduledScreen).set({ failedAt: null, reason: '', userId: null });
    await run(3 * HOUR);
    expect((await state()).scheduled?.failure?.reason).toContain('cannot sign in any more');
    await database.update(scheduledScreen).set({ failedAt: null, reason: '', userId: row?.userId ?? null });
    await database.update(appUser).set({ enabled: false }).where(author);
    await run(4 * HOUR);
    expect((await state()).scheduled?.failure?.reason).toContain('cannot sign in any more');
    expect((await state()).number).toBe(number);
  });

  it('is cancelled by any product owner and by nobody else', async () => {
    await schedule('Cancelled');
    const technician = await signedInTechnician(server, admin, 'Tess', []);
    for (const [end, body] of [
      ['', { note: '', at: inMs(HOUR).toISOString() }],
      ['/cancel', { take: false }],
      ['/publish', {}],
    ] as const)
      expect((await technician.post(`${path}/scheduled${end}`, body)).status).toBe(403);
    expect((await technician.get('/studio/scheduled')).status).toBe(403);
    const owner = await newOwner();
    expect((await owner.post(`${path}/scheduled/cancel`, { take: false })).status).toBe(200);
    expect((await audits())[0]).toMatchObject({ action: 'SCREEN_SCHEDULE_CANCELLED' });
    const { number } = await state();
    await run();
    expect(await state()).toMatchObject({ number, scheduled: null });
    expect((await owner.post(`${path}/scheduled/cancel`, { take: false })).status).toBe(404);
  });

  it('is published at once by any product owner, in its author’s name', async () => {
    const { number } = await state();
    await schedule('Now');
    const owner = await newOwner();
    const { body } = await owner.post(`${path}/scheduled/publish`);
    expect(body).toMatchObject({ resultCode: 'SUCCESS', number: number + 1 });
    expect((await state()).versions[0]).toMatchObject({ number: number + 1, publishedBy: 'Ada Byron' });
    await run();
    expect((await state()).number).toBe(number + 1);
  });
});
