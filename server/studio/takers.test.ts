// A screen of another flow takes parts of the screen that is changed: the list of conditions has the bounds and words of a condition's own flow.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
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

  const at = '/studio/screens/cloud-monitor-condition/condition';
  const taker = '/studio/screens/cloud-monitor/conditions';
  const keep = async (text: string) => admin.put(`${at}/edit`, { text, base: (await admin.get(at)).body['number'] });
  const module = async (number: number) =>
    String((await admin.get(`/screens/cloud-monitor/conditions/${number}/module`)).body['text']);

  it('is published with a version of that one, which edits of others go on from, and rolled back with it', async () => {
    const before = (await admin.get(taker)).body;
    const text = String(before['text']);
    await admin.put(`${taker}/edit`, { text: text.replace('"title": "Conditions"', '"title": "Rules"'), base: 0 });
    const changed = JSON.parse(shipped('cloud-monitor-condition', 'condition')) as ScreenDocument;
    const [first] = Object.values(changed.schema?.properties ?? {}) as { title?: string }[];
    if (first !== undefined) first.title = 'Name of the rule';
    await keep(JSON.stringify(changed, undefined, 2));
    expect((await admin.post(`${at}/version`, { note: '' })).body).toMatchObject({ resultCode: 'SUCCESS', number: 1 });
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
      .toEqual(expect.arrayContaining([{ flow: 'cloud-monitor', screen: 'conditions', number: 1 }]));
    expect(await module(1)).toContain('Name of the rule');
    const { screens } = server.services;
    expect(JSON.stringify(screens.get('cloud-monitor', 'conditions').document)).toContain('Name of the rule');

    expect((await admin.post(`${at}/roll-back`, { number: 0 })).body).toMatchObject({ number: 2 });
    await expect
      .poll(() => JSON.stringify(screens.get('cloud-monitor', 'conditions').document))
      .not.toContain('Name of the rule');
    await expect.poll(async () => (await admin.get('/screens')).body).toEqual([]);
    // A page that opened its flow before still has the version that it began with.
    expect(await module(1)).toContain('Name of the rule');
    expect(await module(2)).not.toContain('Name of the rule');
  });

  it('is refused where it breaks a path of that flow, by name', async () => {
    const changed = JSON.parse(shipped('cloud-monitor-condition', 'condition')) as ScreenDocument;
    const [name = ''] = Object.keys(changed.schema?.properties ?? {});
    Object.assign(changed.schema?.properties?.[name] ?? {}, { writeOnly: true });
    await keep(JSON.stringify(changed));
    const { body } = await admin.post(`${at}/check`);
    const { broken, problems } = body as unknown as { broken: { flow: string; spelled: string }[]; problems: object[] };
    expect([problems, new Set(broken.map(({ flow }) => flow))]).toEqual([[], expect.any(Set)]);
    expect(broken.filter(({ flow }) => flow === 'cloud-monitor').map(({ spelled }) => spelled)).toContain('');
    await admin.delete(`${at}/edit`);
  });
});
