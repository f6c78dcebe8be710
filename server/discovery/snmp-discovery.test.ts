// The SNMP credentials of a discovery: what the probe gets, what it reads with them, and what devices are polled with.
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { credentialBody } from '#tests/contract/site.ts';
import { until } from '#tests/server/agent-rig.ts';
import { discoveryWorld, pings, selecting } from '#tests/server/discovery-world.ts';
import { host, type Discover } from '#tests/server/found-host.ts';
import { storeCommand } from '#tests/server/stored-run.ts';
import { devicePoll } from '../database/schema/polling.ts';

const world = discoveryWorld();
const { added, probe, finding, settings, discovered, devicesAt } = world;

describe('a network discovery by SNMP', () => {
  it('describes a device from its SNMP reply, and stores no secret (F02-10, F02-29)', async () => {
    const second = await added({
      ...credentialBody(world.site.place.clientId, 'Printers'),
      credentialType: 'SNMP_V1',
      community: 'hush hush',
    });
    let asked: Parameters<Discover>[0] | undefined;
    const id = await probe(async (params, { item }) => {
      asked = params;
      const snmp = {
        credential: 2,
        name: 'core-1',
        description: 'Cisco IOS Software, C2960, Version 15.0(2)SE4',
        objectId: '1.3.6.1.4.1.9.1.716',
      };
      const chassis = { services: 6, manufacturer: 'Cisco Systems', model: 'WS-C2960', firmware: '' };
      // It answers SNMP alone.
      item(host('198.51.100.1', { pingMS: null, snmp: { ...snmp, ...chassis } }));
      return { reached: 1, unreachable: 0 };
    });
    const run = await discovered(id, { snmpCredTwo: second });
    expect(asked?.snmpCredentials).toEqual([
      { credentialType: 'SNMP_V2C', community: 'public' },
      { credentialType: 'SNMP_V1', community: 'hush hush' },
    ]);
    const { body } = await world.technician.who.get(`/run/${run}/items`);
    expect((body as unknown as { items: object[] }).items).toMatchObject([
      {
        data: {
          type: ['allResponding', 'allSnmpResponding'],
          hostname: 'core-1',
          name: 'core-1',
          os: 'Cisco IOS',
          vendor: 'Cisco',
          model: 'WS-C2960',
          firmware: '15.0(2)SE4',
          snmpCredential: 'Printers',
          role: 'nms-switch',
        },
      },
    ]);
    const bySnmp = await world.technician.who.get(`/run/${run}/items?field=type&value=allSnmpResponding`);
    expect(bySnmp.body).toMatchObject({ total: 1 });
    const stored = await world.site.server.services.database.execute(
      sql`select params::text from agent_command where id = ${run}`,
    );
    expect(stored.rows[0]?.['params']).not.toContain('hush');
    expect(JSON.stringify((await world.site.admin.get(`/device/${id}/command`)).body)).not.toContain('hush');
  });

  it('takes SNMP v1 and v2c credentials of its organization alone, and two that differ (F02-34, F02-35)', async () => {
    const id = await finding();
    const elsewhere = await world.site.admin.post('/client', { name: 'Tailspin', locations: [{ name: 'Main' }] });
    const others = await added(credentialBody(Number(elsewhere.body['client']?.['id']), 'Theirs'));
    const login = { credentialType: 'TELNET_SSH', community: undefined, username: 'root', password: 'hush' };
    const ssh = await added({ ...credentialBody(world.site.place.clientId, 'Login'), ...login });
    const start = async (more: object) =>
      (await world.technician.who.post('/networkdiscovery', settings(id, more as never))).body.fields;
    const refused = 'Choose an SNMP v1 or v2c credential of the organization';
    expect(await start({ snmpCredOne: others })).toEqual({ '/snmpCredOne': refused });
    expect(await start({ snmpCredTwo: ssh })).toEqual({ '/snmpCredTwo': refused });
    expect(await start({ snmpCredTwo: world.community })).toEqual({
      '/snmpCredTwo': 'The second SNMP credential must differ from the first',
    });
    // The general call for commands sends no credential of another organization either.
    const { status } = await world.technician.who.post(`/device/${id}/command`, {
      method: 'network.discover',
      params: { addresses: ['198.51.100.1'], ...pings, snmpCredentials: [others] },
    });
    expect(status).toBe(400);
  });

  it('takes SNMP v3 credentials once the division offers them (F02-34)', async () => {
    let asked: Parameters<Discover>[0] | undefined;
    const id = await probe(async (params) => {
      asked = params;
      return { reached: 0, unreachable: 1 };
    });
    const keys = { authProtocol: 'SHA256', authKey: 'hush hush', privProtocol: 'AES', privKey: 'hush hush' };
    const v3 = { credentialType: 'SNMP_V3', community: undefined, username: 'cairn', security: 'AUTH_PRIV', ...keys };
    const third = await added({
      ...credentialBody(world.site.place.clientId, 'Core'),
      ...v3,
    });
    const offer = async (snmpV3InDiscovery: boolean) =>
      expect((await world.site.admin.put('/division', { snmpV3InDiscovery })).status).toBe(200);
    const start = async () =>
      (await world.technician.who.post('/networkdiscovery', settings(id, { snmpCredOne: third }))).body.fields;
    const refused = 'Choose an SNMP v1 or v2c credential of the organization';
    expect(await start()).toEqual({ '/snmpCredOne': refused });
    await offer(true);
    expect((await world.technician.who.get('/session')).body).toMatchObject({ snmpV3InDiscovery: true });
    await discovered(id, { snmpCredOne: third });
    expect(asked?.snmpCredentials).toEqual([
      { credentialType: 'SNMP_V3', username: 'cairn', security: 'AUTH_PRIV', ...keys },
    ]);
    await offer(false);
    expect(await start()).toEqual({ '/snmpCredOne': refused });
  });

  it('sends a telnet or SSH credential to the probe, stores its id, and says what came of it (F02-07)', async () => {
    const login = { credentialType: 'TELNET_SSH', community: undefined, username: 'root', password: 'hush hush' };
    const ssh = await added({ ...credentialBody(world.site.place.clientId, 'Consoles'), ...login });
    let asked: Parameters<Discover>[0] | undefined;
    const id = await probe(async (params, { item }) => {
      asked = params;
      item(host('198.51.100.1', { telnet: true, login: 'telnet' }));
      return { reached: 1, unreachable: 0 };
    });
    const run = await discovered(id, { telnetSshCred: ssh });
    expect(asked?.telnetSshCredential).toEqual({
      credentialType: 'TELNET_SSH',
      username: 'root',
      password: 'hush hush',
    });
    const { body } = await world.technician.who.get(`/run/${run}/items`);
    expect(body).toMatchObject({ items: [{ data: { telnet: true, login: 'telnet' } }] });
    const listed = (await world.site.admin.get(`/device/${id}/command`)).body;
    expect(listed).toMatchObject({ items: [{ params: { telnetSshCredential: ssh } }] });
    expect(JSON.stringify([listed, body])).not.toContain('hush');
  });

  it('takes a telnet or SSH credential of its organization alone', async () => {
    const id = await finding();
    const elsewhere = await world.site.admin.post('/client', { name: 'Wingtip', locations: [{ name: 'Main' }] });
    const login = { credentialType: 'TELNET_SSH', community: undefined, username: 'root', password: 'hush' };
    const others = await added({ ...credentialBody(Number(elsewhere.body['client']?.['id']), 'Theirs'), ...login });
    const start = async (telnetSshCred: number) =>
      (await world.technician.who.post('/networkdiscovery', settings(id, { telnetSshCred }))).body.fields;
    const refused = { '/telnetSshCred': 'Choose a telnet or SSH credential of the organization' };
    for (const wrong of [others, world.community, 999_999]) expect(await start(wrong)).toEqual(refused);
    const { status } = await world.technician.who.post(`/device/${id}/command`, {
      method: 'network.discover',
      params: { addresses: ['198.51.100.1'], ...pings, snmpCredentials: [], telnetSshCredential: others },
    });
    expect(status).toBe(400);
  });

  it('fails in words when its credential was removed before the probe got the command', async () => {
    const id = await finding(host('198.51.100.1'));
    const params = { addresses: ['198.51.100.1'], ...pings, snmpCredentials: [999_999] };
    const run = await storeCommand(world.site.server.services, { nodeId: id, method: 'network.discover', params });
    world.site.server.services.agents.wake(id);
    await until(async () =>
      expect((await world.site.admin.get(`/run/${run}`)).body).toMatchObject({
        state: 'refused',
        refusal: { message: 'A credential of the command was removed.' },
      }),
    );
  });

  it('polls what it added with the credential that the device answered, unless that was removed', async () => {
    const second = await added(credentialBody(world.site.place.clientId, 'Removed soon'));
    const told = { name: '', description: '', objectId: '1.3.6.1.4.1.9.1.716', services: 6, manufacturer: '' };
    const snmp = { ...told, model: 'WS-C2960', firmware: '15.0' };
    const ips = ['198.51.100.61', '198.51.100.62', '198.51.100.63'];
    const id = await finding(
      host('198.51.100.61', { snmp: { ...snmp, credential: 1 } }),
      host('198.51.100.62', { snmp: { ...snmp, credential: 2 } }),
      host('198.51.100.63', { ports: [515] }),
    );
    const run = await discovered(id, { snmpCredTwo: second });
    await world.site.admin.delete(`/credential/${second}`);
    await world.technician.who.post(`/networkdiscovery/${run}/device`, selecting(...ips));
    const credentials: unknown[] = [];
    for (const ip of ips) {
      const [device] = await devicesAt(ip);
      const [row] = await world.site.server.services.database
        .select()
        .from(devicePoll)
        .where(eq(devicePoll.nodeId, device?.id ?? 0));
      credentials.push(row && row.credentialId);
    }
    expect(credentials).toEqual([world.community, null, null]);
    const [device] = await devicesAt('198.51.100.61');
    expect((await world.technician.who.get(`/device/${device?.id}`)).body).toMatchObject({
      vendor: 'Cisco',
      model: 'WS-C2960',
      firmware: '15.0',
      polling: { probe: { nodeId: id }, polledAt: null },
    });
  });
});
