// What the ad hoc wizard asks of the server beside what both wizards ask: the sum of a discovery, and names (F03).
import { expect, it } from 'vitest';
import { discoveryWorld } from '#tests/server/discovery-world.ts';
import { host } from '#tests/server/found-host.ts';

const world = discoveryWorld();
const responding = { all: true, filter: { field: 'type', value: 'allResponding' }, except: [] as string[] };
const only = (ip: string) => ({ all: false, keys: [ip] });

it('accounts for every target of a discovery', async () => {
  const { technician } = world;
  const id = await world.finding(
    host('198.51.100.61', { ports: [515] }),
    host('198.51.100.62', { ports: [515] }),
    host('198.51.100.63', { pingMS: null }),
  );
  const first = await world.discovered(id);
  const sum = async (run: string) => (await technician.who.get(`/networkdiscovery/${run}/summary`)).body;
  expect(await sum(first)).toEqual({ responding: 2, snmpResponding: 0, existing: 0, offline: 1 });
  const one = { devices: { selected: { ...responding, except: ['198.51.100.62'] } } };
  expect((await technician.who.post(`/networkdiscovery/${first}/device`, one)).body).toMatchObject({ added: 1 });
  // The added one is known to the next discovery.
  expect(await sum(await world.discovered(id))).toEqual({ responding: 1, snmpResponding: 0, existing: 1, offline: 1 });
  expect((await technician.who.get('/networkdiscovery/00000000-0000-4000-8000-000000000009/summary')).status).toBe(404);
});

it('adds a device by the name that it was given, and by its own for an empty one (F03-26)', async () => {
  const { technician } = world;
  const ips = ['198.51.100.71', '198.51.100.72', '198.51.100.73'];
  const id = await world.finding(...ips.map((ip) => host(ip, { ports: [515] })));
  const run = await world.discovered(id);
  const check = (changes: object[]) =>
    technician.who.post(`/networkdiscovery/${run}/check`, { devices: { selected: responding, changes } });
  const named = (ip: string, value: unknown) => ({ rows: only(ip), column: 'name', value });
  const changes = [
    named('198.51.100.71', '  Front desk printer '),
    named('198.51.100.72', '   '),
    named('198.51.100.73', 7),
    // Columns that nobody may change stay as the probe reported them.
    { rows: only('198.51.100.72'), column: 'ip', value: '203.0.113.9' },
  ];
  const { body } = await check(changes);
  expect(body['devices']).toMatchObject([
    { ip: '198.51.100.71', name: 'Front desk printer' },
    { ip: '198.51.100.72', name: '198.51.100.72' },
    { ip: '198.51.100.73', name: '198.51.100.73' },
  ]);
  expect((await check([named('198.51.100.71', 'n'.repeat(255))])).status).toBe(200);
  expect((await check([named('198.51.100.71', 'n'.repeat(256))])).body.fields).toEqual({
    '/devices': 'A device name has at most 255 characters',
  });
});
