import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { node } from '#server/database/schema/nodes.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Json, Visitor } from './visitor.ts';
import { withoutAudit } from './without-audit.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

interface Place {
  id: number;
  name: string;
}
const placesOf = (client: Json | undefined) => client?.locations as never as Place[];

async function add(name: string, locations: object[] = []) {
  const { status, body } = await admin.post('/client', { name, locations });
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: Number(body.client?.id), places: placesOf(body.client) };
}

const device = (organizationId: number, locationId: number, name: string) =>
  server.services.database
    .insert(node)
    .values({ name, nodeClass: 'LINUX_SERVER', nodeType: 'AGENT', organizationId, locationId })
    .returning({ id: node.id });

describe('the export of organizations', () => {
  it('has a line for each that the list would show, and nothing that a spreadsheet runs', async () => {
    await add('Exported =1+1', [{ name: '=HYPERLINK("x")' }, { name: 'Depot' }]);
    await add('=Exported');
    const { status, body, headers } = await admin.post('/client/export', { search: 'exported' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    const lines = String(body['text']).trim().split('\r\n');
    expect(lines[0]).toBe(
      '"Name","Description","Time zone","Locations","Devices","Cloud monitors","Open alerts","Changed"',
    );
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^"'=Exported",,"Division","Main office","0","0","0","20/),
      expect.stringMatching(/^"Exported =1\+1",,"Division","'=HYPERLINK\(""x""\); Depot","0"/),
    ]);
    const [row] = await server.services.database.select().from(audit).where(eq(audit.action, 'ORGANIZATIONS_EXPORTED'));
    expect(row).toMatchObject({ summary: 'Exported 2 organizations as CSV', detail: { search: 'exported' } });
  });
});

describe('organizations', () => {
  it('are listed with the zone by whose clocks their schedules run: their own, or that of the division', async () => {
    await admin.post('/client', { name: 'In Tokyo', timeZoneId: 'Asia/Tokyo', locations: [] });
    await admin.post('/client', { name: 'In the zone of the division', locations: [] });
    await admin.put('/division', { timeZoneId: 'Europe/Amsterdam' });
    const { body } = await admin.get('/client/list');
    await admin.put('/division', { timeZoneId: 'UTC' });
    expect((body as unknown as Json[]).filter(({ name }) => String(name).startsWith('In '))).toMatchObject([
      { name: 'In the zone of the division', timeZone: 'Europe/Amsterdam' },
      { name: 'In Tokyo', timeZone: 'Asia/Tokyo' },
    ]);
  });

  it('have an id and a name (C23-17) and always a location; the first is the main one', async () => {
    expect((await add('Without')).places).toMatchObject([{ name: 'Main office' }]);
    const { id, places } = await add(' With ', [{ name: 'Rotterdam', address: 'Harbour 1' }, { name: 'Utrecht' }]);
    expect(places.map((each) => each.name)).toEqual(['Rotterdam', 'Utrecht']);
    const read = (await admin.get(`/client/${id}`)).body;
    expect(read).toMatchObject({
      id,
      name: 'With',
      locations: [{ clientId: id, address: 'Harbour 1', description: '' }, {}],
    });
    expect((await admin.get(`/client/${id}/location`)).body).toEqual(read.locations);
  });

  it('are listed by name, searched with wildcards taken literally, and paged', async () => {
    await add('zebra % farm');
    await add('Aardvark_farm');
    const list = (await admin.get('/client/list')).body as never as Place[];
    expect(list.map((each) => each.name.toLowerCase())).toEqual(list.map((each) => each.name.toLowerCase()).toSorted());
    expect((await admin.get('/client?search=%25')).body).toMatchObject({
      total: 1,
      items: [{ name: 'zebra % farm', locationCount: 1, deviceCount: 0, monitorCount: 0, openAlertCount: 0 }],
    });
    expect((await admin.get('/client?search=FARM&limit=1&offset=1')).body).toMatchObject({
      total: 2,
      items: [{ name: 'zebra % farm' }],
    });
  });

  it('are sorted by any column, either way, page by page: every row is reached once', async () => {
    await add('Sorted b', [{ name: 'One' }, { name: 'Two' }]);
    await add('Sorted a');
    await add('Sorted c', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
    const names = async (sort: string, more = '') =>
      ((await admin.get(`/client?search=Sorted&sort=${sort}${more}`)).body['items'] as never as Place[]).map(
        ({ name }) => name,
      );
    expect(await names('name')).toEqual(['Sorted a', 'Sorted b', 'Sorted c']);
    expect(await names('-name')).toEqual(['Sorted c', 'Sorted b', 'Sorted a']);
    expect(await names('-locations')).toEqual(['Sorted c', 'Sorted b', 'Sorted a']);
    const ones = [0, 1, 2].map((offset) => names('monitors', `&limit=1&offset=${offset}`));
    expect((await Promise.all(ones)).flat()).toEqual(['Sorted a', 'Sorted b', 'Sorted c']);
    expect((await admin.get('/client?sort=colour')).body.fields).toEqual({ '/sort': expect.any(String) });
  });

  it('have names of their own, whatever the case', async () => {
    const { id } = await add('Northwind');
    const { id: other } = await add('Southwind');
    const refusal = {
      status: 409,
      body: {
        errorCode: 'organization_name_in_use',
        fields: { '/name': 'An organization with this name already exists.' },
      },
    };
    expect(await admin.post('/client', { name: ' NORTHWIND ', locations: [] })).toMatchObject(refusal);
    expect(await admin.put(`/client/${other}`, { name: 'northwind', locations: [] })).toMatchObject(refusal);
    expect((await admin.put(`/client/${id}`, { name: 'NorthWind', locations: [] })).status, 'one’s own').toBe(200);
    const both = await Promise.all(['Twin', 'TWIN'].map((name) => admin.post('/client', { name, locations: [] })));
    expect(both.map((each) => each.status).sort()).toEqual([200, 409]);
  });

  it('are judged by the screens, with the words on their fields', async () => {
    const answer = await admin.post('/client', { name: '  ', locations: [{ name: 'x'.repeat(51) }, { name: ' ' }] });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errorCode: 'invalid_input',
        fields: {
          '/name': 'Required',
          '/locations/0/name': 'Must be at most 50 characters',
          '/locations/1/name': 'Required',
        },
      },
    });
  });

  it('keep the country of a location, take it away, and know no other (C18-03)', async () => {
    const { id, places } = await add('Abroad', [
      { name: 'Delft', country: 'NL' },
      { name: 'Lyon', country: 'FR' },
    ]);
    const [delft, lyon] = places;
    const countries = async () =>
      ((await admin.get(`/client/${id}/location`)).body as never as { country: string }[]).map((each) => each.country);
    expect(await countries()).toEqual(['NL', 'FR']);
    const locations = [
      { id: delft?.id, name: 'Delft', country: '' },
      { id: lyon?.id, name: 'Lyon' },
    ];
    expect((await admin.put(`/client/${id}`, { name: 'Abroad', locations })).status).toBe(200);
    expect(await countries()).toEqual(['', 'FR']);
    expect(await admin.post('/client', { name: 'Nowhere', locations: [{ name: 'X', country: 'ZZ' }] })).toMatchObject({
      status: 400,
      body: { fields: { '/locations/0/country': 'Please choose a country' } },
    });
  });

  it('name the location whose name is there twice', async () => {
    const answer = await admin.post('/client', { name: 'Doubles', locations: [{ name: 'Depot' }, { name: ' depot' }] });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        errorCode: 'location_name_in_use',
        fields: { '/locations/1/name': 'Another location of this organization has this name.' },
      },
    });
    const folded = await admin.post('/client', { name: 'Odd case', locations: [{ name: 'İ' }, { name: 'i̇' }] });
    expect([200, 409]).toContain(folded.status);
  });
});

describe('the list of locations in a save', () => {
  it('changes those with an id, adds those without, removes those left out, in the order given', async () => {
    const { id, places } = await add('Movers', [{ name: 'A', address: 'Street 1' }, { name: 'B' }, { name: 'C' }]);
    const [a, , c] = places;
    const saved = await admin.put(`/client/${id}`, {
      name: 'Movers',
      locations: [{ id: c?.id, name: 'C' }, { name: 'D' }, { id: a?.id, name: 'A2' }],
    });
    expect(saved.status).toBe(200);
    expect(saved.body.client?.locations).toMatchObject([
      { id: c?.id, name: 'C' },
      { name: 'D' },
      { id: a?.id, name: 'A2', address: 'Street 1' },
    ]);
  });

  it('lets two locations swap their names', async () => {
    const { id, places } = await add('Swappers', [{ name: 'East' }, { name: 'West' }]);
    const locations = [
      { id: places[0]?.id, name: 'West' },
      { id: places[1]?.id, name: 'East' },
    ];
    expect((await admin.put(`/client/${id}`, { name: 'Swappers', locations })).body.client?.locations).toMatchObject(
      locations,
    );
  });

  it('refuses a location of another organization, and the same one twice', async () => {
    const { places } = await add('Donor');
    const { id, places: own } = await add('Taker');
    const foreign = { name: 'Taker', locations: [{ name: 'Fine' }, { id: places[0]?.id, name: 'Stolen' }] };
    expect(await admin.put(`/client/${id}`, foreign)).toMatchObject({
      status: 400,
      body: { fields: { '/locations/1/id': expect.any(String) } },
    });
    const twice = {
      name: 'Taker',
      locations: [
        { id: own[0]?.id, name: 'One' },
        { id: own[0]?.id, name: 'Two' },
      ],
    };
    expect(await admin.put(`/client/${id}`, twice)).toMatchObject({
      status: 400,
      body: { fields: { '/locations/1/id': 'Must be unique' } },
    });
    expect((await admin.post('/client', { ...foreign, name: 'Newcomer' })).status).toBe(400);
  });

  it('keeps a location where devices stand', async () => {
    const { id, places } = await add('Machines', [{ name: 'Full' }, { name: 'Empty' }]);
    const [full, empty] = places;
    await device(id, full?.id ?? 0, 'srv-1');
    const without = await admin.put(`/client/${id}`, {
      name: 'Renamed',
      locations: [{ id: empty?.id, name: 'Empty' }],
    });
    expect(without).toMatchObject({
      status: 409,
      body: {
        errorCode: 'organization_has_devices',
        errorMessage: 'The location “Full” still has devices or monitors.',
      },
    });
    expect((await admin.get(`/client/${id}`)).body, 'nothing of it was saved').toMatchObject({ name: 'Machines' });
    const emptied = await admin.put(`/client/${id}`, { name: 'Machines', locations: [{ id: full?.id, name: 'Full' }] });
    expect(placesOf(emptied.body.client)).toHaveLength(1);
    expect((await admin.get('/client?search=Machines')).body).toMatchObject({ items: [{ deviceCount: 1 }] });
  });

  it('survives saves of one organization that come at once', async () => {
    const { id } = await add('Busy', [{ name: 'Only' }]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.put(`/client/${id}`, { name: 'Busy', locations: [{ name: `Site ${index}` }, { name: 'Shared' }] }),
      ),
    );
    expect(answers.map((each) => each.status)).toEqual(Array(8).fill(200));
    expect(placesOf((await admin.get(`/client/${id}`)).body)).toHaveLength(2);
  });

  it('goes with its organization, of which the trail keeps a row', async () => {
    const { id } = await add('Gone');
    const deletions = () =>
      server.services.database.select().from(audit).where(eq(audit.action, 'ORGANIZATION_DELETED'));
    await withoutAudit(server, async () => {
      expect((await admin.delete(`/client/${id}`)).status).toBeGreaterThanOrEqual(500);
    });
    expect((await admin.get(`/client/${id}`)).status, 'not without that row').toBe(200);
    expect((await admin.delete(`/client/${id}`)).body).toMatchObject({ resultCode: 'SUCCESS', name: 'Gone' });
    expect(await deletions()).toMatchObject([{ entityId: String(id), summary: 'Deleted organization “Gone”' }]);
    expect((await admin.get(`/client/${id}`)).status).toBe(404);
    expect((await admin.delete(`/client/${id}`)).status).toBe(404);
  });
});

describe('devices', () => {
  it('are listed, with the role "auto" at first (C23-11), named and moved, never to another organization’s location', async () => {
    const home = await add('Home');
    const away = await add('Away', [{ name: 'First' }, { name: 'Second' }]);
    const [stored] = await device(home.id, home.places[0]?.id ?? 0, 'laptop-7');
    const path = `/node/${stored?.id}`;
    expect((await admin.get(`/node?search=LAPTOP&clientId=${home.id}`)).body).toMatchObject({
      total: 1,
      items: [{ name: 'laptop-7', nodeRoleId: 'auto', clientId: home.id }],
    });
    expect(
      (await admin.put(path, { friendlyName: ' Ada’s laptop ', nodeRoleId: 'linux-server' })).body.node,
    ).toMatchObject({ friendlyName: 'Ada’s laptop', nodeRoleId: 'linux-server' });
    expect((await admin.put(path, { clientId: away.id })).body.node).toMatchObject({
      clientId: away.id,
      locationId: away.places[0]?.id,
    });
    expect((await admin.put(path, { locationId: away.places[1]?.id })).body.node).toMatchObject({
      locationId: away.places[1]?.id,
    });
    expect((await admin.put(path, { locationId: home.places[0]?.id })).body.fields).toEqual({
      '/locationId': 'Choose a location of the organization.',
    });
    expect((await admin.put(path, { friendlyName: 'x'.repeat(411), nodeRoleId: 'toaster' })).body.fields).toEqual({
      '/friendlyName': 'Must be at most 410 characters',
      '/nodeRoleId': 'Choose one of the options',
    });
    expect((await admin.get('/node/999999')).status).toBe(404);
  });

  it('are counted on the dashboard', async () => {
    const before = (await admin.get('/query/v2/systemdashboard')).body;
    const { id, places } = await add('Counted');
    await device(id, places[0]?.id ?? 0, 'one-more');
    const after = (await admin.get('/query/v2/systemdashboard')).body;
    expect(Number(after.devices)).toBe(Number(before.devices) + 1);
    expect(Number(after.organizations)).toBe(Number(before.organizations) + 1);
    expect(after).toMatchObject({ monitors: 0, openAlerts: 0 });
  });
});
