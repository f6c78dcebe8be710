// The list of discoveries, and what changed between two of them.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { discoveryWorld } from '#tests/server/discovery-world.ts';
import { host } from '#tests/server/found-host.ts';
import { targetsOf } from './read-discoveries.ts';

const world = discoveryWorld();
type Host = ReturnType<typeof host>;

/** A probe that finds what it is told next. */
async function probing() {
  let hosts: Host[] = [];
  const id = await world.probe(async ({ addresses }, { item }) => {
    for (const found of hosts) item(found);
    for (const ip of addresses) if (!hosts.some((each) => each.ip === ip)) item(host(ip, { pingMS: null }));
    return { reached: hosts.length, unreachable: addresses.length - hosts.length };
  });
  return {
    id,
    find: (found: Host[], more: Record<string, unknown> = {}) => {
      hosts = found;
      return world.discovered(id, more);
    },
  };
}

const who = () => world.technician.who;
const at = (last: number, more: Partial<Host> = {}) => host(`198.51.100.${last}`, more);
const mac = (last: number) => `02:00:5e:00:53:0${last}`;
const facts = {
  name: 'core-1',
  description: '',
  objectId: '1.3.6.1.4.1.9.1',
  services: 2,
  manufacturer: '',
  model: 'A',
  firmware: '1',
};
const snmp = (more: Partial<typeof facts> = {}) => ({ credential: 1, ...facts, ...more });

interface Comparison {
  items: { class: string; ip: string; changes: { fact: string; from: string; to: string }[] }[];
  total: number;
  counts: Record<string, number>;
  leftOut: number;
}
async function compare(later: string, earlier: string, more = ''): Promise<Comparison> {
  const { status, body } = await who().get(`/networkdiscovery/${later}/comparison?with=${earlier}${more}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as Comparison;
}
const classes = ({ items }: Comparison) => items.map(({ class: kind, ip }) => `${kind} ${ip.split('.').at(-1) ?? ''}`);

describe('a comparison of two discoveries', () => {
  it('says which hosts are new, gone, changed and unchanged, and which fact changed', async () => {
    const { find } = await probing();
    const earlier = await find([
      at(1, { snmp: snmp(), ports: [22, 161] }),
      at(2, { dnsName: 'old.example', os: 'Debian' }),
      at(3),
      at(4, { snmp: snmp() }),
    ]);
    const later = await find(
      [
        at(1, { snmp: snmp({ name: 'core-2', model: 'B', firmware: '2' }), ports: [161, 22, 443] }),
        at(2, { dnsName: 'new.example', os: 'Ubuntu' }),
        at(3),
        at(4),
        at(9),
        at(10, { pingMS: null }),
      ],
      { ipTargets: '198.51.100.1-10' },
    );
    const found = await compare(later, earlier);
    expect(found).toMatchObject({ total: 5, counts: { new: 1, gone: 0, changed: 3, unchanged: 1 }, leftOut: 1 });
    expect(classes(found)).toEqual(['new 9', 'changed 1', 'changed 2', 'changed 4', 'unchanged 3']);
    expect(found.items.slice(1, 4).map(({ changes }) => changes)).toEqual([
      [
        { fact: 'name', from: 'core-1', to: 'core-2' },
        { fact: 'model', from: 'A', to: 'B' },
        { fact: 'firmware', from: '1', to: '2' },
        { fact: 'ports', from: '22, 161', to: '22, 161, 443' },
      ],
      [
        { fact: 'name', from: 'old.example', to: 'new.example' },
        { fact: 'os', from: 'Debian', to: 'Ubuntu' },
      ],
      // Its model is not known without SNMP, so that it did not change.
      [
        { fact: 'name', from: 'core-1', to: '' },
        { fact: 'snmp', from: 'yes', to: 'no' },
      ],
    ]);
    expect(classes(await compare(earlier, later))).toEqual([
      'gone 9',
      'changed 1',
      'changed 2',
      'changed 4',
      'unchanged 3',
    ]);
  });

  it('finds a host by its MAC address where both know one, else by its address', async () => {
    const { find } = await probing();
    const earlier = await find([
      at(1, { mac: mac(1) }),
      at(2, { mac: mac(2) }),
      at(3),
      at(5, { mac: mac(5) }),
      at(6, { mac: mac(5) }),
    ]);
    const later = await find([
      at(4, { mac: mac(1) }),
      at(2, { mac: mac(9) }),
      at(3, { mac: mac(3) }),
      at(6, { mac: mac(5) }),
      at(7, { mac: mac(5) }),
    ]);
    const found = await compare(later, earlier);
    expect(classes(found)).toEqual(['new 2', 'gone 2', 'changed 3', 'changed 4', 'changed 7', 'unchanged 6']);
    expect(found.items.slice(2, 5).flatMap(({ changes }) => changes)).toEqual([
      { fact: 'mac', from: '', to: mac(3) },
      { fact: 'ip', from: '198.51.100.1', to: '198.51.100.4' },
      { fact: 'ip', from: '198.51.100.5', to: '198.51.100.7' },
    ]);
  });

  it('leaves out hosts at addresses that the other discovery did not check', async () => {
    const { find } = await probing();
    const earlier = await find([at(1), at(2)], { ipTargets: '198.51.100.1-2' });
    const later = await find([at(2), at(3)], { ipTargets: '198.51.100.2-3' });
    expect(await compare(later, earlier)).toMatchObject({
      counts: { new: 0, gone: 0, changed: 0, unchanged: 1 },
      leftOut: 2,
    });
  });

  it('is filtered, searched and paged by the server', async () => {
    const { find } = await probing();
    const earlier = await find([at(1), at(2, { dnsName: 'printer.example' })]);
    const later = await find([at(1), at(2, { dnsName: 'printer.example' }), at(10), at(9)], {
      ipTargets: '198.51.100.1-10',
    });
    await find([], { ipTargets: '198.51.100.10' });
    const both = await compare(later, earlier);
    expect(both.counts).toMatchObject({ new: 1, unchanged: 2 });
    expect(await compare(later, earlier, '&class=unchanged&limit=1&offset=1')).toMatchObject({
      total: 2,
      items: [{ id: 2, ip: '198.51.100.2', name: 'printer.example' }],
      counts: both.counts,
    });
    expect(classes(await compare(later, earlier, '&search=PRINTER'))).toEqual(['unchanged 2']);
    expect((await compare(later, earlier, '&search=%25')).total).toBe(0);
  });

  it('is exported as CSV, with the changes in words', async () => {
    const { find } = await probing();
    const earlier = await find([at(1, { dnsName: 'a.example' }), at(2)]);
    const later = await find([at(1, { dnsName: '=1+1' }), at(2)]);
    const { status, body } = await who().post(`/networkdiscovery/${later}/comparison/export`, {
      with: earlier,
      class: 'changed',
    });
    expect(status).toBe(200);
    const lines = String(body['text']).split('\r\n');
    expect(lines[1]).toContain('"Name changed from a.example to =1+1"');
    expect(lines[1]).toContain(`"'=1+1"`);
    expect(lines).toHaveLength(3);
  });

  it('is of two discoveries of one location', async () => {
    const { find } = await probing();
    const [earlier, later] = [await find([at(1)]), await find([at(1)])];
    const { services } = world.site.server;
    const other = await world.site.admin.post('/client', { name: 'Adatum', locations: [{ name: 'Main' }] });
    const clientId = Number(other.body['client']?.['id']);
    await world.technician.may(
      ['ORGANIZATION:View', 'NODE:View', 'NODE:Create'].flatMap((permission) =>
        [clientId, world.site.place.clientId].map((entityId) => ({ permission, entityId }) as never),
      ),
    );
    const probe = await world.finding();
    const elsewhere = await world.discovered(probe);
    await services.database.execute(sql`
      update node set organization_id = ${clientId}, location_id = (select id from location where organization_id = ${clientId} limit 1)
      where id = ${probe}`);
    const status = async (one: string, two: string) =>
      (await who().get(`/networkdiscovery/${one}/comparison?with=${two}`)).status;
    expect(await status(later, earlier)).toBe(200);
    expect(await status(later, elsewhere)).toBe(404);
    expect((await who().post(`/networkdiscovery/${later}/comparison/export`, { with: elsewhere })).status).toBe(404);
  });

  it('is offered with the latest earlier discovery of the same addresses', async () => {
    const { id, find } = await probing();
    const first = await find([at(1)]);
    const between = await find([at(1)], { ipTargets: '198.51.100.1' });
    const last = await find([at(1), at(3, { pingMS: null })]);
    const read = async (run: string) => (await who().get(`/networkdiscovery/${run}`)).body;
    expect(await read(last)).toMatchObject({
      previous: first,
      state: 'done',
      targets: 9,
      checked: 9,
      responding: 2,
      probe: { nodeId: id },
      scan: null,
      asked: { ipTargets: '198.51.100.1-198.51.100.9', snmpCredentials: [world.community] },
    });
    expect(await read(between)).toMatchObject({ previous: first });
    const { body } = await who().get(`/networkdiscovery?locationId=${world.site.place.locationId}&limit=2`);
    expect(body).toMatchObject({
      items: [
        { id: 1, runId: last, startedBy: 'Technician Hopper' },
        { id: 2, runId: between },
      ],
    });
  });
});

it('writes addresses that follow each other as a range', () => {
  expect(targetsOf(['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.9', '2001:db8::1', '2001:db8::2'])).toBe(
    '192.0.2.1-192.0.2.3, 192.0.2.9, 2001:db8::1, 2001:db8::2',
  );
});
