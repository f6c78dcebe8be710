// What a product owner changes in the Studio, on the real server with the real gate.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { createLog } from '../log.ts';
import { createScreens, screenDocuments } from '../screens/screens.ts';
import { followPublished } from './published.ts';
import { isEdited, judgeText, shippedText } from './screen-text.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

const at = (screen: string, flow = 'organization') => `/studio/screens/${flow}/${screen}`;
const shipped = (screen: string, flow = 'organization') =>
  JSON.parse(readFileSync(join(screenDocuments, flow, `${screen}.json`), 'utf8')) as ScreenDocument;

/** The document with what a test changes in it. */
function changed(screen: string, change: (document: ScreenDocument & { schema: Schema }) => void): string {
  const document = shipped(screen) as ScreenDocument & { schema: Schema };
  change(document);
  return JSON.stringify(document, undefined, 2);
}
type Schema = NonNullable<ScreenDocument['schema']> & { properties: Record<string, object>; required: string[] };

const keep = async (screen: string, text: string, base = 0) =>
  (await admin.put(`${at(screen)}/edit`, { text, base })).body as { problems?: { line: number; message: string }[] };
const publish = async (screen: string, note = '') => admin.post(`${at(screen)}/version`, { note });
const numberOf = async (screen: string) => Number((await admin.get(at(screen))).body['number']);
const published = async () => (await admin.get('/screens')).body as unknown;

describe('a change to a screen', () => {
  it('is published once every path holds: a new field is asked, kept and judged, until it is rolled back', async () => {
    const text = changed('details', ({ schema }) => {
      schema.properties['costCentre'] = { type: 'string', title: 'Cost centre', maxLength: 5 };
    });
    expect(await keep('details', text)).toMatchObject({ problems: [] });
    expect((await admin.post(`${at('details')}/check`)).body).toEqual({
      problems: [],
      broken: [],
      stored: { count: 0, told: [] },
    });
    const preview = await admin.get(`${at('details')}/edit/module`);
    expect(String(preview.body['text'])).toContain('Cost centre');
    const add = (name: string, costCentre: string) =>
      admin.post('/client', { name, locations: [], custom: { costCentre } });
    expect((await add('Before', '4711')).status).toBe(400);

    expect((await publish('details', 'Finance asked for it')).body).toMatchObject({ resultCode: 'SUCCESS', number: 1 });
    await expect
      .poll(published)
      .toEqual([{ flow: 'organization', screen: 'details', number: 1, organizationId: null }]);
    expect(String((await admin.get('/screens/organization/details/1/module')).body['text'])).toContain('Cost centre');
    await expect.poll(async () => (await add('After', '4711')).status).toBe(200);
    expect((await add('Too long', '471147')).body.fields).toMatchObject({ '/custom/costCentre': expect.any(String) });
    const { versions, edit, number } = (await admin.get(at('details'))).body as Record<string, unknown>;
    expect([versions, edit, number]).toEqual([
      [expect.objectContaining({ number: 1, note: 'Finance asked for it', asShipped: false, text })],
      null,
      1,
    ]);

    expect((await admin.post(`${at('details')}/roll-back`, { number: 0 })).body).toMatchObject({ number: 2 });
    await expect.poll(published).toEqual([]);
    await expect.poll(async () => (await add('Rolled back', '4711')).status).toBe(400);
    expect((await admin.post(`${at('details')}/roll-back`, { number: 9 })).status).toBe(404);
  });

  it('reaches a server that starts later and one that is running', async () => {
    const { database, live } = server.services;
    const screens = createScreens();
    const log = createLog('silent');
    const following = await followPublished({ database, screens, live, log });
    const text = changed('locations', (document) => void (document.title = 'Sites'));
    await keep('locations', text);
    expect((await publish('locations')).body).toMatchObject({ number: 1 });
    await expect.poll(() => screens.get('organization', 'locations').document.title).toBe('Sites');
    following.stop();
    // A process whose connection was lost may have missed the message.
    let announce: Parameters<typeof live.listen>[0] = () => undefined;
    const lost = createScreens();
    const deaf = { ...live, listen: (listener: typeof announce) => ((announce = listener), () => true) };
    const resyncing = await followPublished({ database, screens: lost, live: deaf as never, log });
    await keep(
      'locations',
      changed('locations', (document) => void (document.title = 'Places')),
      1,
    );
    expect((await publish('locations')).body).toMatchObject({ number: 2 });
    expect(lost.get('organization', 'locations').document.title).toBe('Sites');
    announce({ topic: 'resync', ids: [] });
    await expect.poll(() => lost.get('organization', 'locations').document.title).toBe('Places');
    resyncing.stop();
    const later = createScreens();
    (await followPublished({ database, screens: later, live, log })).stop();
    expect(later.get('organization', 'locations').document.title).toBe('Places');
  });

  it('plays one path with the changed screen', async () => {
    const text = changed('locations', (document) => void (document.title = 'Branches'));
    await keep('locations', text, await numberOf('locations'));
    const { body } = await admin.post(`${at('locations')}/play`, { path: 'NEW: submit details example 1 > back' });
    expect((body['steps'] as unknown as { heading: string }[]).map(({ heading }) => heading)).toEqual([
      'Details',
      'Branches',
      'Details',
    ]);
    await admin.delete(`${at('locations')}/edit`);
    expect((await admin.post(`${at('locations')}/play`, { path: 'NEW: ' })).status).toBe(404);
  });

  it('is refused where it breaks a path, with the way there', async () => {
    const text = changed(
      'details',
      ({ schema }) => void Object.assign(schema.properties['name'] ?? {}, { maxLength: 20 }),
    );
    const number = await numberOf('details');
    await keep('details', text, number);
    const { body } = await publish('details');
    expect(body).toMatchObject({ resultCode: 'REFUSED', number: null });
    const { broken } = body as unknown as { broken: { problems: string[]; steps: string[] }[] };
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.flatMap(({ problems }) => problems)).not.toEqual([]);
    expect((await admin.get(at('details'))).body).toMatchObject({ number, edit: { text } });
    await admin.delete(`${at('details')}/edit`);
  });

  it('is refused where somebody else published meanwhile', async () => {
    const number = await numberOf('details');
    const text = changed('details', (document) => void (document.title = 'Particulars'));
    await keep('details', text, number - 1);
    const { status, body } = await publish('details');
    expect([status, body['errorCode']]).toEqual([409, 'screen_changed_meanwhile']);
    await admin.delete(`${at('details')}/edit`);
  });
});

it('every built-in screen is valid in the Studio as it is', () => {
  const screens = createScreens();
  const places = screens.flows().flatMap((flow) => screens.screens(flow).map((screen) => ({ flow, screen })));
  const unsound = places
    .filter((place) => isEdited(screens, place))
    .flatMap((place) =>
      judgeText(screens, place, shippedText(screens, place)).problems.map((one) => ({ ...place, ...one })),
    );
  expect(unsound).toEqual([]);
  expect(places.filter((place) => isEdited(screens, place)).length).toBeGreaterThan(100);
});

it('a change that is taken back is no change', async () => {
  const text = changed('details', (document) => void (document.title = 'Particulars'));
  const { text: inUse, number } = (await admin.get(at('details'))).body as unknown as { text: string; number: number };
  await keep('details', text, number);
  expect((await admin.get(at('details'))).body).toMatchObject({ edit: { text } });
  await keep('details', inUse, number);
  expect((await admin.get(at('details'))).body).toMatchObject({ edit: null });
});

it('a publication that is sent twice is one version', async () => {
  const number = await numberOf('details');
  await keep(
    'details',
    changed('details', (document) => void (document.description = 'Who pays.')),
    number,
  );
  const key = { 'idempotency-key': randomUUID() };
  const send = async () => (await admin.post(`${at('details')}/version`, { note: '' }, key)).body['number'];
  expect([await send(), await send(), await numberOf('details')]).toEqual([number + 1, number + 1, number + 1]);
});

describe('a document that is not sound is neither compiled nor published', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `a${index}`,
      index === 29
        ? { type: 'string' }
        : {
            type: 'object',
            properties: {
              x: { $ref: `#/definitions/a${index + 1}` },
              y: { $ref: `#/definitions/a${index + 1}` },
            },
          },
    ]),
  );
  it.each([
    ['text that is no JSON', '{ "title": "Details",\n  oops }', /./, 2],
    [
      'a keyword that is not known',
      changed('details', (document) => Object.assign(document, { titel: 'x' })),
      /titel/,
      undefined,
    ],
    [
      'a pattern that can take very long',
      changed(
        'details',
        ({ schema }) => void (schema.properties['name'] = { type: 'string', title: 'Name', pattern: '^(a+)+$' }),
      ),
      /can take very long/,
      undefined,
    ],
    [
      'definitions that grow without bound',
      changed('details', ({ schema }) => {
        Object.assign(schema, { definitions });
        schema.properties['name'] = { $ref: '#/definitions/a0' };
      }),
      /too large/,
      undefined,
    ],
    [
      'more fields than are compiled',
      changed('details', ({ schema }) => {
        for (let index = 0; index < 700; index += 1) schema.properties[`f${index}`] = { type: 'string' };
      }),
      /at most 300 fields/,
      1,
    ],
    [
      'many patterns that are slow to judge',
      changed('details', ({ schema }) => {
        for (let index = 0; index < 200; index += 1)
          schema.properties[`f${index}`] = {
            type: 'string',
            pattern: `^(?:[ ().-]*\\d){6,14}[ ().-]*(?:[a-z]*${index})*$`,
          };
      }),
      /can take very long/,
      undefined,
    ],
    [
      'a default that no option has',
      changed('details', ({ schema }) => {
        schema.properties['size'] = { enum: ['S', 'L'], default: 'M', title: 'Size' };
      }),
      /"M" is no option of this field/,
      undefined,
    ],
    [
      'a condition that no option meets',
      changed('details', ({ schema }) => {
        schema.properties['size'] = { oneOf: [{ const: 'S', title: 'Small' }], title: 'Size' };
        schema.allOf = [{ if: { properties: { size: { const: 'XL' } } }, then: { required: ['description'] } }];
      }),
      /"XL" is no option of this field/,
      undefined,
    ],
    ['lists in lists', `{"title":"Details","schema":${'['.repeat(100)}${']'.repeat(100)}}`, /nested deeper/, 1],
    [
      'a field that the server needs and the screen no longer asks',
      changed('details', ({ schema }) => {
        delete schema.properties['name'];
        schema.required = [];
      }),
      /name/,
      undefined,
    ],
  ])('%s', async (_, text, message, line) => {
    const { problems = [] } = await keep('details', text, await numberOf('details'));
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(message);
    if (line !== undefined) expect(problems[0]?.line).toBe(line);
    expect((await admin.get(`${at('details')}/edit/module`)).body['errorCode']).toBe('screen_not_sound');
    expect((await publish('details')).body).toMatchObject({ resultCode: 'REFUSED', number: null, broken: [] });
  });

  it('lacks no button and shows no secret of the built-in document', async () => {
    const refusedAt = async (flow: string, screen: string, change: (document: Record<string, unknown>) => void) => {
      const document = shipped(screen, flow) as unknown as Record<string, unknown>;
      change(document);
      const text = JSON.stringify(document, undefined, 2);
      const { body } = await admin.put(`${at(screen, flow)}/edit`, { text, base: 0 });
      return (body['problems'] as unknown as { message: string }[]).map(({ message }) => message);
    };
    expect(await refusedAt('deletion', 'failed', (document) => (document['actions'] = []))).toEqual([
      'the button “Close” (event "closed") is missing',
      'the button “Look again” (event "retried") is missing',
    ]);
    expect(
      await refusedAt('totp', 'code', (document) => {
        const { code } = (document['schema'] as { properties: { code: { writeOnly?: boolean } } }).properties;
        delete code.writeOnly;
      }),
    ).toEqual(['/code is a secret and stays "writeOnly"']);
  });

  it.each([
    ['a screen before the sign-in', at('password', 'sign-in')],
    ['a screen that the server makes', at('inputs', 'run-script')],
    ['a screen that nobody knows', at('nowhere')],
    ['a path', at('..%2Fcredential%2Fdetails')],
    ['the manifest', at('flow')],
  ])('%s is not edited', async (_, path) => {
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.put(`${path}/edit`, { text: '{}', base: 0 })).status).toBe(404);
  });
});
