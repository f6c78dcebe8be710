// Custom fields in the lists, filters, searches and exports of their entities.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, monitorBody, personBody } from '../contract/site.ts';
import { plantedScreens } from '../fixtures/planted-screens.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let place: { clientId: number; locationId: number };

const asked = {
  costCentre: { type: 'string', title: 'Cost centre', maxLength: 30 },
  hours: { type: 'number', title: 'Contract hours' },
  vip: { type: 'boolean', title: 'VIP' },
  tier: {
    type: 'string',
    title: 'Tier',
    oneOf: [
      { const: 'g', title: 'Gold' },
      { const: 's', title: 'Silver' },
    ],
  },
  regions: { type: 'array', title: 'Regions', items: { type: 'string' } },
};
const plant = (flow: string, screen?: string) =>
  Object.assign(server.services, { screens: plantedScreens(flow, asked, screen) });

/** By name: what each list below holds. */
const values = {
  Alder: { costCentre: 'Berlin 4711', hours: 40, vip: true, tier: 's', regions: ['North', 'East'] },
  Birch: { costCentre: 'aachen_1', hours: 8, vip: false, tier: 'g' },
  Cedar: {},
};

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  admin = await server.signInAsAdmin();
  const { client } = (await admin.post('/client', { name: 'Ground', locations: [] })).body;
  place = { clientId: Number(client?.id), locationId: Number(client?.locations?.[0]?.id) };
  plant('organization');
  for (const [name, custom] of Object.entries(values)) await added('/client', { name, locations: [], custom });
  plant('cloud-monitor', 'setup');
  for (const [name, custom] of Object.entries(values))
    await added('/cloudmonitor', { ...monitorBody(place, name), custom });
});
afterAll(() => server.close());

async function added(path: string, body: object): Promise<void> {
  const { status, body: reply } = await admin.post(path, body);
  expect(status, JSON.stringify(reply)).toBe(200);
}

interface Listed {
  items: { name?: string; monitorName?: string; custom: unknown }[];
  customFields?: string[];
}

describe.each([
  ['organizations', '/client', 'organization', undefined],
  ['cloud monitors', '/cloudmonitor', 'cloud-monitor', 'setup'],
] as const)('a list of %s', (_, path, flow, screen) => {
  beforeAll(() => {
    plant(flow, screen);
  });
  const get = async (query: Record<string, string>, visitor = admin) =>
    visitor.get(`${path}?${String(new URLSearchParams({ limit: '50', ...query }))}`);
  const listed = async (query: Record<string, string>): Promise<string[]> => {
    const reply = await get(query);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { items } = reply.body as unknown as Listed;
    return items.flatMap(({ name, monitorName }) => (name === 'Ground' ? [] : [name ?? monitorName ?? '']));
  };
  const custom = (fields: Record<string, string>) => String(new URLSearchParams(fields));

  it('has the custom fields of each row, and names those that the screens ask', async () => {
    const { items, customFields } = (await get({ sort: 'name' })).body as unknown as Listed;
    expect(customFields).toEqual(Object.keys(asked));
    expect(items.find(({ name, monitorName }) => (name ?? monitorName) === 'Alder')?.custom).toEqual(values.Alder);
  });

  it('is searched by what a custom field shows', async () => {
    expect(await listed({ search: 'berlin' })).toEqual(['Alder']);
    expect(await listed({ search: 'gol' })).toEqual(['Birch']);
    expect(await listed({ search: 'east' })).toEqual(['Alder']);
    expect(await listed({ search: '40' })).toEqual(['Alder']);
    // Neither what is stored for a choice nor a wildcard.
    expect(await listed({ search: 'aache%1' })).toEqual([]);
    expect(await listed({ search: 'cedar' })).toEqual(['Cedar']);
  });

  it('is narrowed by each kind of custom field, and by several', async () => {
    expect(await listed({ custom: custom({ costCentre: 'AACHEN' }) })).toEqual(['Birch']);
    expect(await listed({ custom: custom({ hours: '8.0' }) })).toEqual(['Birch']);
    expect(await listed({ custom: custom({ vip: 'true' }) })).toEqual(['Alder']);
    expect(await listed({ custom: custom({ vip: 'false' }) })).toEqual(['Birch']);
    expect(await listed({ custom: custom({ tier: 's' }) })).toEqual(['Alder']);
    expect(await listed({ custom: custom({ regions: 'north' }) })).toEqual(['Alder']);
    expect(await listed({ custom: custom({ tier: 's', vip: 'false' }) })).toEqual([]);
    expect(await listed({ custom: '' })).toHaveLength(3);
  });

  it('is sorted by a custom field: numbers as numbers, choices in their order, rows without a value last', async () => {
    expect(await listed({ sort: 'custom.hours' })).toEqual(['Birch', 'Alder', 'Cedar']);
    expect(await listed({ sort: '-custom.hours' })).toEqual(['Alder', 'Birch', 'Cedar']);
    expect(await listed({ sort: 'custom.costCentre' })).toEqual(['Birch', 'Alder', 'Cedar']);
    expect(await listed({ sort: 'custom.tier' })).toEqual(['Birch', 'Alder', 'Cedar']);
    expect(await listed({ sort: '-custom.tier' })).toEqual(['Alder', 'Birch', 'Cedar']);
  });

  it.each([
    [{ custom: 'secret=1' }, '/custom', 'No screen asks for the field “secret”.'],
    [{ custom: 'hours=many' }, '/custom', 'Contract hours: enter a number'],
    [{ custom: 'costCentre=%00' }, '/custom', 'This filter cannot be read.'],
    [{ sort: 'custom.secret' }, '/sort', 'The list has no such column.'],
    [{ sort: 'custom.constructor' }, '/sort', 'The list has no such column.'],
  ])('refuses %j', async (query, field, words) => {
    expect(await get(query)).toMatchObject({ status: 400, body: { fields: { [field]: words } } });
  });

  it('has none of them once no screen asks', async () => {
    plant(flow === 'organization' ? 'cloud-monitor' : 'organization', screen === undefined ? 'setup' : undefined);
    try {
      const { items, customFields } = (await get({})).body as unknown as Listed;
      expect([customFields, items.some((item) => Object.keys(item.custom as object).length > 0)]).toEqual([
        undefined,
        false,
      ]);
      expect(await listed({ search: 'berlin' })).toEqual([]);
    } finally {
      plant(flow, screen);
    }
  });
});

describe('files of what the lists show', () => {
  it('are narrowed by custom fields', async () => {
    plant('organization');
    const { body } = await admin.post('/client/export', { custom: 'tier=g' });
    expect([...String(body['text']).matchAll(/^"?(Alder|Birch|Cedar)"?,/gm)].map(([, name]) => name)).toEqual([
      'Birch',
    ]);
    plant('cloud-monitor', 'setup');
    const monitors = await admin.post('/cloudmonitor/export', { format: 'json', custom: 'vip=true' });
    expect(String(monitors.body['text'])).toContain('Alder');
    expect(String(monitors.body['text'])).not.toContain('Birch');
    const match = (await admin.get('/cloudmonitor/match?custom=vip%3Dtrue')).body as unknown as Record<
      string,
      number[]
    >;
    expect([...(match['running'] ?? []), ...(match['paused'] ?? [])]).toHaveLength(1);
  });
});

describe('the search over everything', () => {
  const found = async (query: string, visitor = admin) => {
    const { body } = await visitor.post('/qsearch', { query });
    return (body as unknown as { exact: { name: string; matchAttr: string; matchAttrValue: string }[] }).exact.map(
      ({ name, matchAttr, matchAttrValue }) => [name, matchAttr, matchAttrValue],
    );
  };

  it('finds organizations, monitors and technicians by their custom fields, and says which field it was', async () => {
    plant('organization');
    expect(await found('4711')).toEqual([['Alder', 'Cost centre', 'Berlin 4711']]);
    expect(await found('silver')).toEqual([['Alder', 'Tier', 'Silver']]);
    plant('cloud-monitor', 'setup');
    expect(await found('4711')).toEqual([['Alder', 'Cost centre', 'Berlin 4711']]);
    plant('user', 'person');
    await added('/appuser', { ...personBody('Grace'), custom: { costCentre: 'Desk 12' } });
    expect((await found('desk 12')).map(([, attribute]) => attribute)).toEqual(['Cost centre']);
  });

  it('shows only what the person may see', async () => {
    plant('organization');
    const stranger = await addPerson(server, admin, 'Stranger');
    expect(await found('4711', stranger.who)).toEqual([]);
    await stranger.may([{ permission: 'ORGANIZATION:View', entityId: null }]);
    expect(await found('4711', stranger.who)).toHaveLength(1);
  });
});
