// Screens that one organization has of its own, on the real server with the real gate.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { addPerson, everythingIn } from '../../tests/contract/site.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import { purgeNow } from '../../tests/server/purge-now.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { readRecords } from '../routes/edited-flows.ts';
import { MOST_ORGANIZATIONS } from './judge.ts';
import { publishDue } from './publish-due.ts';

let server: TestServer;
let admin: Visitor;
let northwind: number;
let contoso: number;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
  [northwind, contoso] = [await addOrganization('Northwind'), await addOrganization('Contoso')];
});
afterAll(() => server.close());

type Schema = NonNullable<ScreenDocument['schema']> & { properties: Record<string, object>; required: string[] };
type Document = ScreenDocument & { schema: Schema; examples: { valid: Record<string, unknown>[]; invalid: object[] } };

async function addOrganization(name: string): Promise<number> {
  const { body } = await admin.post('/client', { name, locations: [{ name: 'Main office' }] });
  return (body['client'] as unknown as { id: number }).id;
}

/** 44 characters. */
const LONG = 'The switches of the second building, row 12a';

const at = (flow: string, screen: string) => `/studio/screens/${flow}/${screen}`;

async function keep(place: string, change: (document: Document) => void, who = admin): Promise<{ message: string }[]> {
  const { body: edited } = await who.get(place);
  const document = JSON.parse(String(edited['text'])) as Document;
  change(document);
  const { body } = await who.put(`${place}/edit`, { text: JSON.stringify(document), base: edited['number'] });
  return (body as { problems?: { message: string }[] }).problems ?? [];
}

const publish = async (place: string) => (await admin.post(`${place}/version`, { note: '' })).body;

const shortNames =
  (most: number) =>
  ({ schema, examples, help = {} }: Document): void => {
    help['/name'] = `At most ${most} characters.`;
    schema.properties['name'] = { ...schema.properties['name'], maxLength: most };
    for (const example of examples.valid) example['name'] = String(example['name']).slice(0, most);
  };

const addCredential = (clientId: number, name: string, who = admin) =>
  who.post('/credential', { clientId, name, credentialType: 'SNMP_V2C', community: 'public' });

const variantsIn = async (who = admin) =>
  ((await who.get('/screens')).body as unknown as { screen: string; organizationId: number | null }[])
    .filter(({ organizationId }) => organizationId !== null)
    .map(({ screen, organizationId }) => `${screen} ${organizationId}`);

describe('a variant of a screen', () => {
  it('is judged by what its organization has stored, and holds for that organization alone', async () => {
    // What another organization has stored may be longer.
    expect((await addCredential(contoso, LONG)).status).toBe(200);
    const place = at('credential', `details@${northwind}`);
    expect((await admin.get(place)).body).toMatchObject({ organization: 'Northwind', variants: [], number: 0 });
    expect(await keep(place, shortNames(40))).toEqual([]);
    expect(await publish(place)).toMatchObject({ resultCode: 'SUCCESS', number: 1 });
    await expect.poll(variantsIn).toEqual([`details ${northwind}`]);
    expect((await admin.get(at('credential', 'details'))).body).toMatchObject({
      organization: null,
      number: 0,
      variants: [{ organizationId: northwind, name: 'Northwind' }],
    });
    expect((await addCredential(northwind, LONG)).body).toMatchObject({
      fields: { '/name': 'Must be at most 40 characters' },
    });
    expect((await addCredential(contoso, `${LONG} again`)).status).toBe(200);
    expect((await addCredential(northwind, 'The switches of the second building 12a')).status).toBe(200);
    // Who does not see the organization does not read of it in the audit trail.
    const { rows } = await server.services.database.execute(
      sql`select organization_id, summary from audit where entity_id = ${`credential/details@${northwind}`}`,
    );
    expect(rows).toEqual([{ organization_id: northwind, summary: expect.stringContaining('for Northwind') }]);
    const module = await admin.get(`/screens/credential/details@${northwind}/1/module`);
    expect(String(module.body['text'])).toContain('maxLength');

    expect(await keep(place, shortNames(38))).toEqual([]);
    expect(await publish(place)).toMatchObject({ resultCode: 'REFUSED', stored: { count: 1 } });
    await admin.delete(`${place}/edit`);
    // What the variant judges is nothing to the screen of every organization.
    const general = at('credential', 'details');
    await keep(general, shortNames(90));
    expect((await admin.post(`${general}/check`)).body).toMatchObject({ broken: [], stored: { count: 0 } });
    await admin.delete(`${general}/edit`);
  });

  it('is known to nobody who does not see its organization', async () => {
    const person = await addPerson(server, admin, 'Grace');
    await person.may(everythingIn(contoso));
    expect(await variantsIn(person.who)).toEqual([]);
    expect((await person.who.get(at('credential', 'details'))).body).toMatchObject({ variants: [] });
    const place = at('credential', `details@${northwind}`);
    for (const asked of [
      person.who.get(place),
      person.who.get(`/screens/credential/details@${northwind}/1/module`),
      person.who.put(`${place}/edit`, { text: '{}', base: 1 }),
      person.who.delete(`${place}/edit`),
      person.who.post(`${place}/check`),
      person.who.get(`${place}/check`),
      person.who.post(`${place}/version`, { note: '' }),
      person.who.post(`${place}/scheduled`, { note: '', at: '2030-01-01T00:00:00.000Z' }),
      person.who.post(`${place}/roll-back`, { number: 0 }),
    ])
      expect((await asked).status).toBe(404);
  });

  it('is listed as an unpublished change for those who see its organization, with its author', async () => {
    const author = await addPerson(server, admin, 'Mary');
    await author.may([...everythingIn(northwind)]);
    const place = at('credential', `details@${northwind}`);
    await keep(place, (document) => void (document.title = 'Access'), author.who);
    const listed = async (who: Visitor) =>
      (
        (await who.get('/studio/edits')).body as unknown as {
          screen: string;
          organization: string;
          by: string;
          isOwn: boolean;
        }[]
      )
        .filter(({ screen }) => screen === `details@${northwind}`)
        .map(({ organization, by, isOwn }) => [organization, by, isOwn]);
    expect(await listed(author.who)).toEqual([['Northwind', 'Mary Hopper', true]]);
    expect(await listed(admin)).toEqual([['Northwind', 'Mary Hopper', false]]);
    const stranger = await addPerson(server, admin, 'Joan');
    await stranger.may(everythingIn(contoso));
    expect(await listed(stranger.who)).toEqual([]);
    await author.who.delete(`${place}/edit`);
    expect(await listed(admin)).toEqual([]);
  });

  it('is not published at its time for an author who no longer sees its organization', async () => {
    const author = await addPerson(server, admin, 'Katherine');
    await author.may(everythingIn(northwind));
    const place = at('credential', `details@${northwind}`);
    const { number } = (await admin.get(place)).body;
    await keep(place, (document) => void (document.title = 'Access'), author.who);
    const runAt = new Date(Date.now() + 3_600_000).toISOString();
    expect((await author.who.post(`${place}/scheduled`, { note: '', at: runAt })).body).toMatchObject({
      resultCode: 'SUCCESS',
    });
    await author.may(everythingIn(contoso));
    await publishDue({ services: server.services, readRecords }, new Date(Date.now() + 7_200_000));
    expect((await admin.get(place)).body).toMatchObject({
      number,
      scheduled: {
        failure: {
          reason: expect.stringContaining('Katherine Hopper may not see the organization of this screen any more.'),
        },
      },
    });
    await admin.post(`${place}/scheduled/cancel`, { take: false });
  });

  it('is not found in a flow without an organization, and for an unknown organization', async () => {
    expect((await admin.get(at('organization', `details@${northwind}`))).status).toBe(404);
    expect((await admin.get(at('organization', 'details'))).body).toMatchObject({ variants: null });
    expect((await admin.get(at('credential', 'details@4711'))).status).toBe(404);
    expect((await admin.get(at('credential', 'details@0'))).status).toBe(404);
    expect((await admin.get(at('credential', 'details@9999999999'))).status).toBe(404);
    expect((await admin.get(at('credential', `details@${northwind}@1`))).status).toBe(404);
  });

  it('asks a field that is stored, read, exported and described like any other', async () => {
    const place = at('cloud-monitor', `setup@${northwind}`);
    const withCostCentre = ({ schema }: Document): void => {
      schema.properties['costCentre'] = { type: 'string', title: 'Cost centre', maxLength: 5 };
    };
    // The document was asked for before.
    expect(JSON.stringify((await admin.get('/openapi.json')).body)).not.toContain('"costCentre"');
    expect(await keep(place, withCostCentre)).toEqual([]);
    expect(await publish(place)).toMatchObject({ resultCode: 'SUCCESS' });
    await expect.poll(variantsIn).toContain(`setup ${northwind}`);
    const add = async (clientId: number, custom?: object, who = admin) => {
      const { body } = await admin.get(`/client/${clientId}`);
      const [location] = (body as unknown as { locations: { id: number }[] }).locations;
      return who.post('/cloudmonitor', {
        clientId,
        locationId: location?.id,
        monitorName: 'Gateway',
        monitorType: 'PING',
        hostname: '127.0.0.1',
        frequency: 60,
        timeout: 10,
        enabled: false,
        conditions: [],
        ...(custom && { custom }),
      });
    };
    expect((await add(northwind, { costCentre: '471147' })).body.fields).toEqual({
      '/custom/costCentre': 'Must be at most 5 characters',
    });
    expect((await add(contoso, { costCentre: '4711' })).body.fields).toEqual({
      '/custom/costCentre': 'No screen asks for this field.',
    });
    // Who does not see the organization is not told what its screens ask.
    const person = await addPerson(server, admin, 'Edith');
    await person.may(everythingIn(contoso));
    expect((await add(northwind, { costCentre: '471147' }, person.who)).body.fields).toEqual({
      '/custom/costCentre': 'No screen asks for this field.',
    });
    expect((await add(contoso)).status).toBe(200);
    const added = await add(northwind, { costCentre: '4711' });
    expect(added.body['cloudMonitor']).toMatchObject({ custom: { costCentre: '4711' } });
    const file = String((await admin.post('/cloudmonitor/export', { format: 'json' })).body['text']);
    expect(file).toContain('"costCentre":"4711"');
    expect(JSON.stringify((await admin.get('/openapi.json')).body)).toContain('"costCentre"');

    // Another screen of the flow asks a field by this name.
    const request = at('cloud-monitor', 'request');
    await keep(request, ({ schema }) => {
      schema.properties['costCentre'] = { type: 'string', title: 'Cost centre' };
    });
    expect((await admin.post(`${request}/check`)).body['problems']).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^With the screens of Northwind: /) }),
    ]);
    await admin.delete(`${request}/edit`);
  });

  it('is removed by a roll-back, and goes with its organization', async () => {
    const place = at('credential', `details@${northwind}`);
    expect((await admin.post(`${place}/roll-back`, { number: 0 })).body).toMatchObject({ number: 2 });
    await expect.poll(variantsIn).toEqual([`setup ${northwind}`]);
    expect((await addCredential(northwind, 'Allowed again')).status).toBe(200);
    expect((await admin.post(`${place}/roll-back`, { number: 1 })).body).toMatchObject({ number: 3 });
    await expect.poll(variantsIn).toContain(`details ${northwind}`);

    const { status } = await admin.delete(`/client/${northwind}`);
    expect(status).toBe(200);
    expect(await variantsIn()).toEqual([]);
    await purgeNow(server);
    const { rows } = await server.services.database.execute(
      sql`select count(*)::int as count from screen_version where screen like '%@%'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('is for no more than fifty organizations of a flow', async () => {
    const { screens } = server.services;
    const { document } = screens.get('directory-discovery', 'directory');
    const names = Array.from({ length: MOST_ORGANIZATIONS }, (_, index) => `directory@${1_000_000 + index}`);
    const place = at('directory-discovery', `directory@${contoso}`);
    const problems = async () => (await admin.post(`${place}/check`)).body['problems'];
    await keep(place, (changed) => void (changed.title = 'Domain'));
    for (const name of names) screens.replace('directory-discovery', name, document);
    try {
      expect(await problems()).toEqual([
        expect.objectContaining({
          message: expect.stringMatching(/^50 organizations have variants of the screens of this flow/),
        }),
      ]);
      expect((await publish(place))['resultCode']).toBe('REFUSED');
      // One of them may have another variant.
      screens.replace('directory-discovery', names[0] ?? '', undefined);
      screens.replace(
        'directory-discovery',
        `computers@${contoso}`,
        screens.get('directory-discovery', 'computers').document,
      );
      expect(await problems()).toEqual([]);
    } finally {
      for (const name of [...names, `computers@${contoso}`]) screens.replace('directory-discovery', name, undefined);
      await admin.delete(`${place}/edit`);
    }
  });

  it('ends a check that takes too long as a whole, however short each of its parts is', async () => {
    const place = at('credential', `details@${contoso}`);
    await keep(place, (changed) => void (changed.title = 'Account'));
    const real = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    timeout.mockImplementation((ms) => real(ms === 590_000 ? 1 : ms));
    try {
      expect((await admin.post(`${place}/check`)).body['errorCode']).toBe('screen_check_too_long');
      expect(timeout).toHaveBeenCalledWith(590_000);
    } finally {
      timeout.mockRestore();
    }
    expect((await admin.post(`${place}/check`)).body['problems']).toEqual([]);
    await admin.delete(`${place}/edit`);
  });
});
