// The end of the gate on the real server: what a changed screen shows is walked in a simulated page.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import { signedInTechnician } from '../../tests/server/technician.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { readRecords } from '../routes/edited-flows.ts';
import { screenDocuments } from '../screens/screens.ts';
import { publishDue } from './publish-due.ts';

const path = '/studio/screens/ticket-template/details';
const HOUR = 3_600_000;

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ settings: { simulatedPage: true } });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());
beforeEach(() => setWalks(true));

function setWalks(simulatedPage: boolean): void {
  (server.services.settings as { simulatedPage: boolean }).simulatedPage = simulatedPage;
}

/** The machine is given a name. The page draws a table that has no rows. */
const withoutName = (document: ScreenDocument) =>
  void (document.ui = { ...document.ui, name: { 'ui:field': 'table' } });

async function keep(change: (document: ScreenDocument) => void): Promise<void> {
  const file = join(screenDocuments, 'ticket-template', 'details.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as ScreenDocument;
  change(document);
  const { number } = (await admin.get(path)).body;
  await admin.put(`${path}/edit`, { text: JSON.stringify(document, undefined, 2), base: number });
}
const publish = async () => (await admin.post(`${path}/version`, { note: '' })).body;
const inPage = {
  problems: expect.arrayContaining([expect.stringMatching(/^In a simulated page: “Ticket template” shows nothing$/)]),
};

describe('a screen that holds on the machine and cannot be used', () => {
  it('is refused by its publication, not by the check of the machine', async () => {
    await keep(withoutName);
    expect((await admin.post(`${path}/check`)).body).toMatchObject({ problems: [], broken: [] });
    const refused = await publish();
    expect(refused).toMatchObject({ resultCode: 'REFUSED', number: null });
    const broken = refused['broken'] as unknown as object[];
    expect(broken).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...inPage, flow: 'ticket-template', state: expect.any(String) }),
      ]),
    );
    // Several paths break at the same step.
    expect(new Set(broken.map((one) => JSON.stringify(one))).size).toBe(broken.length);
    expect((await admin.get(path)).body['number']).toBe(0);
  });

  it('is refused by a schedule, and at its time', async () => {
    await keep(withoutName);
    const schedule = async () =>
      (await admin.post(`${path}/scheduled`, { note: '', at: new Date(Date.now() + HOUR).toISOString() })).body;
    expect(await schedule()).toMatchObject({ resultCode: 'REFUSED' });
    setWalks(false);
    expect(await schedule()).toMatchObject({ resultCode: 'SUCCESS' });
    setWalks(true);
    await publishDue({ services: server.services, readRecords }, new Date(Date.now() + 2 * HOUR));
    const { number, scheduled } = (await admin.get(path)).body as unknown as {
      number: number;
      scheduled: { failure: { reason: string } };
    };
    expect([number, scheduled.failure.reason]).toEqual([0, expect.stringContaining('In a simulated page')]);
    await admin.post(`${path}/scheduled/cancel`, { take: false });
  });
});

describe('a publication that walks the simulated page', () => {
  it('says how far it is to its user alone, and publishes what holds', async () => {
    await keep((document) => void (document.title = 'Particulars'));
    const stages = new Set<string>();
    const asked = async () => (await admin.get(`${path}/check`)).body as unknown as { stage: string; total: number };
    expect((await asked()).stage).toBe('none');
    const other = await signedInTechnician(server, admin, 'Grace', ['SYSTEM:Studio.Access']);
    const others = new Set<string>();
    let published: unknown;
    const running = publish().then((reply) => (published = reply));
    const totals: number[] = [];
    await expect
      .poll(
        async () => {
          const told = await asked();
          stages.add(told.stage);
          others.add(((await other.get(`${path}/check`)).body as unknown as { stage: string }).stage);
          if (told.stage === 'page') totals.push(told.total);
          return published !== undefined;
        },
        { timeout: 100_000, interval: 50 },
      )
      .toBe(true);
    await running;
    expect(published).toMatchObject({ resultCode: 'SUCCESS', number: 1 });
    expect([...stages]).toEqual(expect.arrayContaining(['paths', 'page']));
    expect([...others]).toEqual(['none']);
    expect(Math.max(...totals)).toBeGreaterThan(1);
    expect((await asked()).stage).toBe('none');
  });

  it('makes a second one wait, and stops when its user leaves', async () => {
    await keep((document) => void (document.title = 'Details of a template'));
    const left = new AbortController();
    const headers = {
      origin: server.url,
      cookie: `cairn_session=${admin.cookie('cairn_session') ?? ''}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const init = { method: 'POST', headers, body: '{"note":""}', signal: left.signal };
    const first = fetch(`${server.url}/api${path}/version`, init).catch(() => 'left');
    await expect
      .poll(async () => ((await admin.get(`${path}/check`)).body as { stage?: string } | null)?.stage, {
        timeout: 60_000,
        interval: 50,
      })
      .toBe('page');
    expect(await publish()).toMatchObject({ errorCode: 'screen_check_busy' });
    left.abort();
    expect(await first).toBe('left');
    await expect
      .poll(async () => (await admin.get(`${path}/check`)).body, { timeout: 20_000 })
      .toMatchObject({ stage: 'none' });
    expect((await admin.get(path)).body['number']).toBe(1);
    expect(await publish()).toMatchObject({ resultCode: 'SUCCESS', number: 2 });
  });
});
