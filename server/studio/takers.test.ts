// A screen of another flow takes parts of the screen that is changed: the code of a text message is that of an authenticator app.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { scheduledScreen } from '../database/schema/screens.ts';
import { createScreens, screenDocuments } from '../screens/screens.ts';
import { takersOf, takesPublished } from './takers.ts';

const shipped = (flow: string, screen: string) => readFileSync(join(screenDocuments, flow, `${screen}.json`), 'utf8');
const condition = { flow: 'cloud-monitor-condition', screen: 'condition' };

it('finds every screen that takes a part, also through another one', () => {
  const screens = createScreens();
  expect(takersOf(screens, condition, {})).toEqual([{ flow: 'cloud-monitor', screen: 'conditions' }]);
  const texts = { 'totp/code': JSON.stringify({ text: { $ref: '../cloud-monitor/conditions.json#/title' } }) };
  expect(takersOf(screens, condition, texts).map(({ flow, screen }) => `${flow}/${screen}`)).toEqual([
    'cloud-monitor/conditions',
    'totp/code',
    'text-messages/code',
  ]);
  expect(takesPublished(screens, { flow: 'cloud-monitor', screen: 'conditions' }, texts)).toBe(false);
  expect(takesPublished(screens, { flow: 'text-messages', screen: 'code' }, texts)).toBe(true);
});

describe('a change to a screen of which another flow takes a part', () => {
  let server: TestServer;
  let admin: Visitor;
  beforeAll(async () => {
    server = await startTestServer({ logLevel: 'error' });
    admin = await server.signInAsAdmin();
  });
  afterAll(() => server.close());

  const at = '/studio/screens/totp/code';
  const taker = '/studio/screens/text-messages/code';
  const keep = async (text: string) => admin.put(`${at}/edit`, { text, base: (await admin.get(at)).body['number'] });
  const module = async (number: number) =>
    String((await admin.get(`/screens/text-messages/code/${number}/module`)).body['text']);

  it('is published with a version of that one, which edits of others go on from, and rolled back with it', async () => {
    const before = (await admin.get(taker)).body;
    const text = String(before['text']);
    await admin.put(`${taker}/edit`, {
      text: text.replace('"title": "Enter the code"', '"title": "Type the code"'),
      base: 0,
    });
    // Another product owner has scheduled a publication of that screen.
    const owner = { createdBy: 'Ada Byron', createdAt: new Date(), runAt: new Date(Date.now() + 3_600_000) };
    const row = { flow: 'text-messages', screen: 'code', text, base: 0, note: '', ...owner };
    await server.services.database.insert(scheduledScreen).values(row);
    const changed = JSON.parse(shipped('totp', 'code')) as ScreenDocument;
    const [first] = Object.values(changed.schema?.properties ?? {}) as { title?: string }[];
    if (first !== undefined) first.title = 'Six digits';
    await keep(JSON.stringify(changed, undefined, 2));
    expect((await admin.post(`${at}/version`, { note: '' })).body).toMatchObject({ resultCode: 'SUCCESS', number: 1 });
    const scheduled = await server.services.database.select({ base: scheduledScreen.base }).from(scheduledScreen);
    expect(scheduled).toEqual([{ base: 1 }]);
    const after = (await admin.get(taker)).body as unknown as {
      number: number;
      text: string;
      edit: object;
      versions: object[];
    };
    expect(after).toMatchObject({ number: 1, text, edit: { base: 1 } });
    expect(after.versions).toMatchObject([
      { number: 1, asShipped: true, note: expect.stringContaining('Takes version 1 of') },
    ]);
    await expect
      .poll(async () => (await admin.get('/screens')).body)
      .toEqual(expect.arrayContaining([{ flow: 'text-messages', screen: 'code', number: 1, organizationId: null }]));
    expect(await module(1)).toContain('Six digits');
    const { screens } = server.services;
    expect(JSON.stringify(screens.get('text-messages', 'code').document)).toContain('Six digits');

    expect((await admin.post(`${at}/roll-back`, { number: 0 })).body).toMatchObject({ number: 2 });
    await expect.poll(() => JSON.stringify(screens.get('text-messages', 'code').document)).not.toContain('Six digits');
    await expect.poll(async () => (await admin.get('/screens')).body).toEqual([]);
    // A page that opened its flow before still has the version that it began with.
    expect(await module(1)).toContain('Six digits');
    expect(await module(2)).not.toContain('Six digits');
  });

  it('is refused where that screen would not be valid, or a path of its flow would break, by name', async () => {
    const invalid = JSON.parse(shipped('totp', 'code')) as ScreenDocument;
    Object.assign(invalid.schema?.properties?.['code'] ?? {}, { pattern: '^9[0-9]{5}$' });
    invalid.examples = { valid: [{ code: '923456' }], invalid: [{}] };
    await keep(JSON.stringify(invalid));
    expect((await admin.post(`${at}/check`)).body).toMatchObject({
      problems: [
        {
          message: expect.stringMatching(
            /^The screen “Enter the code” \(text-messages\/code\) takes a part of this one: /,
          ),
        },
      ],
      broken: [],
    });
    await admin.delete(`${at}/edit`);

    const settings = '/studio/screens/cloud-monitor-condition/condition';
    const breaking = JSON.parse(shipped('cloud-monitor-condition', 'condition')) as ScreenDocument;
    Object.assign(breaking.schema?.properties?.['enabled'] ?? {}, { writeOnly: true });
    await admin.put(`${settings}/edit`, { text: JSON.stringify(breaking), base: 0 });
    const { broken, problems } = (await admin.post(`${settings}/check`)).body as unknown as {
      broken: { flow: string; spelled: string }[];
      problems: object[];
    };
    expect(problems).toEqual([]);
    expect(broken.filter(({ flow }) => flow === 'cloud-monitor').map(({ spelled }) => spelled)).toContain('');
  });

  it('is stepped through where it breaks a path of the other flow', async () => {
    const asserted = { state: 'editing.code', kind: 'says', text: 'Code' };
    const { id } = (await admin.post('/workbench/flows/text-messages/assertions', asserted)).body;
    const changed = JSON.parse(shipped('totp', 'code')) as ScreenDocument;
    Object.assign(changed.schema?.properties?.['code'] ?? {}, { title: 'Six digits' });
    await keep(JSON.stringify(changed, undefined, 2));
    const { broken } = (await admin.post(`${at}/check`)).body as unknown as {
      broken: { flow: string; spelled: string; problems: string[] }[];
    };
    const [other] = broken;
    expect(other).toMatchObject({ flow: 'text-messages', problems: ['“Enter the code” does not say "Code"'] });
    const play = (body: object) => admin.post(`${at}/play`, body);
    const played = (await play({ path: other?.spelled, of: 'text-messages' })).body as unknown as {
      steps: { problems: string[] }[];
      changed: string[];
    };
    expect(played.changed).toEqual(['code']);
    expect(played.steps.at(-1)?.problems).toEqual(['“Enter the code” does not say "Code"']);
    const shown = async (query: string) => (await admin.get(`${at}/edit/module${query}`)).body;
    expect(String((await shown('?taker=text-messages/code'))['text'])).toContain('Six digits');
    expect((await shown('?taker=organization/details'))['errorCode']).toBe('not_found');
    expect((await play({ path: 'NEW: ', of: 'organization' })).body['errorCode']).toBe('not_found');
    await admin.delete(`/workbench/assertions/${String(id)}`);
  });
});
