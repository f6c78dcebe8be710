// A VM host from the test by its delegate to the devices that it becomes (F01).
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentOptions } from '#agent/agent.ts';
import type { HostResponse, HostRequest, VmGuest } from '#api/contract/agent-methods/vm-host.ts';
import { addPerson, credentialBody, type Person } from '#tests/contract/site.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { storeHost } from './store-host.ts';

type Test = NonNullable<NonNullable<AgentOptions['methods']>['vmhost.test']>;
type Tested = Awaited<ReturnType<Test>>;

const facts = {
  name: 'esxi-1.example',
  product: 'VMware ESXi 8.0.3 build-24022510',
  version: '8.0.3',
  build: '24022510',
  vendor: 'Dell Inc.',
  model: 'PowerEdge R750',
  uuid: '4c4c4544',
  cpuModel: 'Xeon',
  cpuSockets: 2,
  cpuCores: 56,
  cpuMHz: 111_720,
  memoryMB: 524_288,
  cpuUsedMHz: 20_000,
  memoryUsedMB: 300_000,
  upSeconds: 864_000,
};
const tested = (more: Partial<Tested> = {}): Tested => ({
  code: 'succeeded',
  message: '',
  certificate: null,
  host: facts,
  guests: 2,
  ...more,
});
const guest = (externalId: string, more: Partial<VmGuest> = {}): VmGuest => ({
  externalId,
  name: `vm-${externalId}`,
  power: 'on',
  os: 'Debian GNU/Linux 12',
  hostName: '',
  address: '',
  cpus: 2,
  memoryMB: 4096,
  storageMB: 20_480,
  tools: true,
  ...more,
});
const said = (more: Partial<HostResponse> = {}): HostResponse => ({
  code: 'succeeded',
  message: '',
  certificate: null,
  host: facts,
  guests: [],
  ...more,
});

let site: Awaited<ReturnType<typeof startSite>>;
let technician: Person;
let login: number;
let delegate: number;
/** What the delegate says, and what it was asked. */
let result = tested();
let reading: HostResponse = said();
/** The reading of this host is answered after that. */
let held: { hostname: unknown; until: Promise<void> } | undefined;
const asked: { tests: HostRequest[]; readings: HostRequest[] } = { tests: [], readings: [] };

beforeAll(async () => {
  site = await startSite();
  const { server, admin, place } = site;
  login = await added(basic(place.clientId, 'ESXi'));
  technician = await addPerson(server, admin, 'Technician');
  await technician.may(granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create', 'NODE:Update', 'NODE:Delete']));
  delegate = await newDelegate();
});

const granted = (names: readonly string[]) =>
  names.map((permission) => ({ permission, entityId: site.place.clientId }));
const basic = (clientId: number, name: string) => ({
  clientId,
  name,
  credentialType: 'BASIC',
  username: 'watcher',
  password: 'hush hush',
});

async function added(body: object): Promise<number> {
  return Number((await site.admin.post('/credential', body)).body['credential']?.['id']);
}

async function newDelegate(): Promise<number> {
  const agent = startAgent(site.server.url, {
    token: await site.freshToken(),
    methods: {
      async 'vmhost.test'(params, { progress }) {
        asked.tests.push(params);
        for (const stage of ['checking', 'starting', 'testing'] as const) progress({ stage, done: 0, total: 0 });
        return result;
      },
    },
    async readVmHost(request) {
      const answer = reading;
      asked.readings.push(request);
      if (held?.hostname === request.hostname) await held.until;
      return answer;
    },
    until: 'file',
  });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  return id;
}

let hosts = 0;
/** A request for a host that nobody has yet. */
function esxi(more: Record<string, unknown> = {}): Record<string, unknown> {
  hosts += 1;
  return {
    clientId: site.place.clientId,
    delegateNodeId: delegate,
    name: `ESXi ${hosts}`,
    type: 'ESXI',
    hostname: `esxi-${hosts}.example`,
    apiPort: 443,
    credentialId: login,
    ...more,
  };
}

const start = (body: object, who = technician.who) => who.post('/node/delegate/vmhost/test', body);
const add = (body: object, test: string, who = technician.who) =>
  who.post('/node/delegate/vmhost', { ...body, locationId: site.place.locationId, test });

/** Tests a host to the end and gives the id of the run. */
async function test(body: object, who = technician.who): Promise<string> {
  const { status, body: run } = await start(body, who);
  expect(status, JSON.stringify(run)).toBe(200);
  const id = String(run['id']);
  await until(async () => expect((await who.get(`/run/${id}`)).body).toMatchObject({ state: 'done' }));
  return id;
}

/** Adds a host and gives its id. */
async function addedHost(body = esxi()): Promise<number> {
  const { status, body: reply } = await add(body, await test(body));
  expect(status, JSON.stringify(reply)).toBe(200);
  return Number(reply['id']);
}

const device = async (id: number) => (await technician.who.get(`/device/${id}`)).body;
const guestsOf = async (id: number) =>
  (await technician.who.get(`/node/vmhost/${id}/guest`)).body['items'] as unknown as Record<string, unknown>[];

describe('a test of a VM host', () => {
  it('is done by the delegate with the login, which nothing that is stored has (F01-20, F01-28)', async () => {
    const { name, clientId, delegateNodeId, credentialId, ...where } = esxi({ certificate: '' });
    const id = await test({ name, clientId, delegateNodeId, credentialId, ...where });
    expect(asked.tests.at(-1)).toEqual({ ...where, username: 'watcher', password: 'hush hush' });
    const run = await technician.who.get(`/run/${id}`);
    expect(run.body).toMatchObject({
      progress: { stages: ['checking', 'downloading', 'installing', 'installed', 'starting', 'testing'] },
      result: tested(),
    });
    const { rows } = await site.server.services.database.execute(
      sql`select c.params, r.* from agent_command c join run r on r.id = c.id where c.id = ${id}`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify([run.body, rows])).not.toContain('hush');
  });

  it.each([
    ['invalid_credentials', 'Invalid credentials'],
    ['esxi_init_timeout', 'Connection timeout'],
    ['esxi_unknown', 'Unknown connection error'],
    ['failed_to_download', 'Failed to download agent'],
    ['failed_to_install', 'Error installing agent'],
    ['failed_to_start_service', 'Failed to start service'],
    ['vm_host_test_error', 'Test failed'],
    ['vm_host_test_delegate_error', 'Test failed'],
    ['vm_host_test_delegate_error_with_message', 'from the host'],
  ] as const)('that ends with %s says “%s” (F01-25, F01-26, F01-37 … F01-44)', async (code, words) => {
    result = tested({ code, message: 'from\nthe host', host: null, guests: 0 });
    const body = esxi();
    const id = await test(body);
    result = tested();
    const { body: run } = await technician.who.get(`/run/${id}`);
    expect(run['result']).toMatchObject({ code, message: words });
    expect((await add(body, id)).body.errorCode).toBe('vm_host_not_tested');
  });

  it('needs what an ESXi host has, by its field (F01-30, F01-31, F01-32, F01-34)', async () => {
    const { hostname: _h, apiPort: _a, credentialId: _c, ...bare } = esxi();
    expect((await start(bare)).body.fields).toEqual({
      '/hostname': 'Enter a DNS/IP',
      '/apiPort': 'Enter an API port',
      '/credentialId': 'Enter a credential',
    });
    expect(Object.keys((await start(esxi({ hostname: '-f' }))).body.fields ?? {})).toEqual(['/hostname']);
    expect(Object.keys((await start(esxi({ apiPort: 65_536 }))).body.fields ?? {})).toEqual(['/apiPort']);
  });

  it('takes a basic credential of the organization alone', async () => {
    const elsewhere = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const others = await added(basic(Number(elsewhere.body['client']?.['id']), 'Others'));
    const community = await added(credentialBody(site.place.clientId, 'Switches'));
    for (const credentialId of [others, community, 999_999])
      expect((await start(esxi({ credentialId }))).body.fields).toEqual({
        '/credentialId': 'Choose a basic credential of the organization',
      });
    // The same by the call that runs any method of a device.
    const params = { type: 'ESXI', hostname: 'esxi.example', apiPort: 443, certificate: '' };
    for (const credentialId of [others, community, null]) {
      const command = { method: 'vmhost.test', params: { ...params, credentialId } };
      expect((await technician.who.post(`/device/${delegate}/command`, command)).body.fields).toEqual({
        '/params': 'A credential is not one of the organization',
      });
    }
  });

  it('takes a device of the organization with an agent, which is online and able (F01-39)', async () => {
    const { clientId } = site.place;
    const { database } = site.server.services;
    const { rows } = await database.execute<{ id: number }>(sql`
      insert into node (name, node_class, node_type, organization_id, location_id)
      values ('printer', 'NMS_PRINTER', 'NMS_DEVICE', ${clientId}, ${site.place.locationId}) returning id`);
    for (const delegateNodeId of [Number(rows[0]?.id), 999_999])
      expect((await start(esxi({ delegateNodeId }))).body.fields).toEqual({ '/delegateNodeId': 'Select a delegate' });
    const { nodeId } = await site.enrolled();
    expect((await start(esxi({ delegateNodeId: nodeId }))).body.errorCode).toBe('device_offline');
    await database.execute(sql`update agent set capabilities = '{inventory@1}' where node_id = ${delegate}`);
    const { body } = await start(esxi());
    const { body: listed } = await technician.who.get(`/node/delegate?clientId=${clientId}`);
    await database.execute(sql`update agent set capabilities = '{vm-host@1}' where node_id = ${delegate}`);
    expect([body.errorCode, body.errorMessage]).toEqual(['unsupported_target', 'Unsupported agent version']);
    const delegates = listed['items'] as unknown as { nodeId: number; inability: string | null }[];
    expect(delegates.map((each) => each.nodeId).toSorted()).toEqual([delegate, nodeId].toSorted());
    expect(delegates.find((each) => each.nodeId === delegate)?.inability).toContain('cannot do a VM host test');
  });

  it('may be one of many, which are listed 50 at a time (F01-27)', async () => {
    const { clientId, locationId } = site.place;
    await site.server.services.database.execute(sql`
      with added as (
        insert into node (name, node_class, node_type, organization_id, location_id)
        select 'zz-' || lpad(i::text, 2, '0'), 'LINUX_SERVER', 'AGENT', ${clientId}, ${locationId} from generate_series(1, 55) i
        returning id
      )
      insert into agent (node_id, key_hash, version, capabilities, disconnected_at, last_seen_at)
      select id, id::text, '0.1.0', '{}', now(), now() from added`);
    const list = async (more: string) =>
      (await technician.who.get(`/node/delegate?clientId=${clientId}${more}`)).body as unknown as {
        items: { nodeId: number; nodeName: string }[];
        total: number;
      };
    const first = await list('');
    expect(first.items).toHaveLength(50);
    const rest = await list('&offset=50');
    expect(rest.items).toHaveLength(first.total - 50);
    expect(new Set([...first.items, ...rest.items].map(({ nodeId }) => nodeId)).size).toBe(first.total);
    const found = await list('&search=zz-07');
    expect(found).toMatchObject({ items: [{ nodeName: 'zz-07' }], total: 1 });
    const nobody = await addPerson(site.server, site.admin, 'Stranger');
    const { body: other } = await site.admin.post('/client', { name: 'Tailspin', locations: [{ name: 'Main' }] });
    const entityId = Number(other['client']?.['id']);
    await nobody.may(
      granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create']).map((grant) => ({ ...grant, entityId })),
    );
    const { body } = await nobody.who.get(`/node/delegate?clientId=${clientId}`);
    expect(body).toMatchObject({ items: [], total: 0 });
  });

  it('is for who may add devices', async () => {
    await technician.may(granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Update']));
    const { status } = await start(esxi());
    await technician.may(granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create', 'NODE:Update', 'NODE:Delete']));
    expect(status).toBe(403);
  });
});

describe('adding a VM host', () => {
  it('answers with its id, and shows what the test said (F01-06, F01-21)', async () => {
    const body = esxi({ hostname: ' esxi-a.example ' });
    const id = await addedHost(body);
    expect(await device(id)).toMatchObject({
      name: body['name'],
      systemName: 'esxi-1.example',
      nodeClass: 'VMWARE_VM_HOST',
      locationId: site.place.locationId,
      status: { state: 'online' },
      osName: facts.product,
      vmHost: { type: 'ESXI', hostname: 'esxi-a.example', apiPort: 443, credentialName: 'ESXi', facts, error: '' },
    });
    const { rows } = await site.server.services.database.execute<{ summary: string }>(
      sql`select summary from audit where action = 'NODE_CREATED' and entity_id = ${String(id)}`,
    );
    expect(rows.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Added the VM host “ESXi \d+”, which “.+” reads$/),
    ]);
  });

  it('needs a test of the same host, by the same person and delegate, within the hour (F01-11)', async () => {
    const body = esxi();
    const id = await test(body);
    const refused = async (more: object, run = id, who = technician.who) =>
      (await add({ ...body, ...more }, run, who)).body.errorCode;
    expect(await refused({ hostname: 'other.example' })).toBe('vm_host_not_tested');
    expect(await refused({ apiPort: 8443 })).toBe('vm_host_not_tested');
    expect(await refused({ credentialId: await added(basic(site.place.clientId, 'Another')) })).toBe(
      'vm_host_not_tested',
    );
    expect(await refused({ certificate: Array.from({ length: 32 }, () => 'AB').join(':') })).toBe('vm_host_not_tested');
    expect(await refused({ delegateNodeId: await newDelegate() })).toBe('vm_host_not_tested');
    expect(await refused({ type: 'HYPERV' })).toBe('vm_host_not_tested');
    expect(await refused({}, '00000000-0000-4000-8000-000000000000')).toBe('vm_host_not_tested');
    expect(await refused({}, id, site.admin)).toBe('vm_host_not_tested');
    const { database } = site.server.services;
    await database.execute(sql`update agent_command set created_at = now() - interval '61 minutes' where id = ${id}`);
    expect(await refused({})).toBe('vm_host_not_tested');
    await database.execute(sql`update agent_command set created_at = now() where id = ${id}`);
    // The name is not what was tested.
    expect((await add({ ...body, name: 'Renamed' }, id)).status).toBe(200);
  });

  it('refuses a second host at the same address under the same delegate (F01-22)', async () => {
    const body = esxi();
    await addedHost(body);
    const again = { ...body, hostname: String(body['hostname']).toUpperCase() };
    const { body: refusal } = await add(again, await test(again));
    expect([refusal.errorCode, refusal.errorMessage]).toEqual([
      'delegate_already_has_existing_host',
      'VM Host already exists under the same Monitor Delegate.',
    ]);
  });

  it('takes the delegate itself for HYPERV (ruling 2)', async () => {
    const { hostname: _h, apiPort: _a, credentialId: _c, ...hyperV } = esxi({ type: 'HYPERV' });
    const id = await test(hyperV);
    expect(asked.tests.at(-1)).toEqual({
      type: 'HYPERV',
      hostname: '',
      apiPort: 0,
      certificate: '',
      username: '',
      password: '',
    });
    const { body } = await add(hyperV, id);
    const { systemName } = await device(delegate);
    expect(await device(Number(body['id']))).toMatchObject({
      nodeClass: 'HYPERV_VMM_HOST',
      vmHost: { type: 'HYPERV', hostname: systemName, credentialName: null },
    });
    // Its delegate has no other.
    expect((await add(hyperV, await test(hyperV))).body.errorCode).toBe('delegate_already_has_existing_host');
  });

  it('refuses a location of another organization', async () => {
    const body = esxi();
    const run = await test(body);
    const other = await site.admin.post('/client', { name: 'Fabrikam', locations: [{ name: 'Main' }] });
    const locationId = Number(other.body['client']?.['locations']?.[0]?.['id']);
    const tests = [
      [technician.who, run],
      // Who sees both organizations.
      [site.admin, await test(body, site.admin)],
    ] as const;
    for (const [who, tested] of tests) {
      const { body: refusal } = await who.post('/node/delegate/vmhost', { ...body, locationId, test: tested });
      expect(refusal.fields).toEqual({ '/locationId': 'Choose a location of the organization.' });
    }
  });
});

describe('a VM host that was added', () => {
  it('is read with its login, and its guests become devices that follow it', async () => {
    reading = said({ guests: [guest('1', { name: 'db', address: '192.0.2.9' }), guest('2', { power: 'off' })] });
    const body = esxi();
    const id = await addedHost(body);
    await until(async () => expect(await guestsOf(id)).toHaveLength(2));
    const readings = () => asked.readings.filter(({ hostname }) => hostname === body['hostname']);
    expect(readings()[0]).toMatchObject({ username: 'watcher', password: 'hush hush' });
    const [db, other] = await guestsOf(id);
    expect(db).toMatchObject({ name: 'db', power: 'on', address: '192.0.2.9', cpus: 2, memoryMB: 4096 });
    expect(await device(Number(db?.['nodeId']))).toMatchObject({
      nodeClass: 'VMWARE_VM_GUEST',
      status: { state: 'online' },
      clientId: site.place.clientId,
      locationId: site.place.locationId,
      ipAddresses: ['192.0.2.9'],
      vmGuest: { host: { nodeId: id, nodeName: body['name'] } },
    });
    expect(await device(Number(other?.['nodeId']))).toMatchObject({ status: { state: 'offline' } });
    // One is renamed on the host and turned off, one is gone, one is new. What is gone stays for two readings.
    reading = said({ guests: [guest('1', { name: 'db\n2', power: 'suspended' }), guest('3')] });
    const before = readings().length;
    await until(async () =>
      expect((await guestsOf(id)).map(({ name, power }) => [name, power])).toEqual([
        ['db 2', 'suspended'],
        ['vm-3', 'on'],
      ]),
    );
    expect((await guestsOf(id))[0]?.['nodeId']).toBe(db?.['nodeId']);
    expect((await technician.who.get(`/device/${Number(other?.['nodeId'])}`)).status).toBe(404);
    expect(readings().length).toBeGreaterThanOrEqual(before + 3);
  });

  it('keeps a guest that one reading did not have', async () => {
    reading = said({ guests: [guest('1')] });
    const body = esxi();
    const id = await addedHost(body);
    await until(async () => expect(await guestsOf(id)).toHaveLength(1));
    const [only] = await guestsOf(id);
    const { database } = site.server.services;
    for (const _ of [1, 2, 3]) {
      await database.execute(sql`update vm_host set next_at = now() + interval '1 day' where node_id = ${id}`);
      await storeHost(database, id, said({ guests: [] }), new Date());
      await storeHost(database, id, said({ guests: [] }), new Date());
      expect(await guestsOf(id)).toMatchObject([{ nodeId: only?.['nodeId'], power: 'off' }]);
      expect(await device(Number(only?.['nodeId']))).toMatchObject({ status: { state: 'offline' } });
      await storeHost(database, id, said({ guests: [guest('1')] }), new Date());
      expect(await guestsOf(id)).toMatchObject([{ nodeId: only?.['nodeId'], power: 'on' }]);
    }
  });

  it('is offline while it does not answer, and keeps its guests', async () => {
    reading = said({ guests: [guest('1')] });
    const id = await addedHost();
    await until(async () => expect(await guestsOf(id)).toHaveLength(1));
    reading = said({ code: 'esxi_init_timeout', host: null });
    await until(async () =>
      expect(await device(id)).toMatchObject({
        status: { state: 'offline' },
        vmHost: { error: 'Connection timeout', facts },
      }),
    );
    expect(await guestsOf(id)).toHaveLength(1);
    reading = said({ code: 'certificate_unknown', host: null });
    await until(async () =>
      expect((await device(id))['vmHost']).toMatchObject({
        error: 'The certificate of the host is not the one that was trusted',
      }),
    );
    reading = said({ guests: [guest('1')] });
    await until(async () =>
      expect(await device(id)).toMatchObject({ status: { state: 'online' }, vmHost: { error: '' } }),
    );
  });

  it('says that its credential was removed, and asks nobody', async () => {
    const credentialId = await added(basic(site.place.clientId, 'Leaving'));
    const id = await addedHost(esxi({ credentialId }));
    await site.admin.delete(`/credential/${credentialId}`);
    await until(async () =>
      expect((await device(id))['vmHost']).toMatchObject({
        credentialName: null,
        error: 'The credential was removed.',
      }),
    );
  });

  it('is read at once when somebody asks who may change it', async () => {
    const { database } = site.server.services;
    const body = esxi();
    const id = await addedHost(body);
    const readings = () => asked.readings.filter(({ hostname }) => hostname === body['hostname']).length;
    const nextAt = async () =>
      (
        await database.execute<{ late: boolean }>(
          sql`select next_at > now() as late from vm_host where node_id = ${id}`,
        )
      ).rows[0]?.late;
    await database.execute(sql`update vm_host set next_at = now() + interval '1 day' where node_id = ${id}`);
    const other = await site.admin.post('/client', { name: 'Litware', locations: [{ name: 'Main' }] });
    const elsewhere = { permission: 'NODE:Update', entityId: Number(other.body['client']?.['id']) };
    await technician.may([...granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create']), elsewhere]);
    const refresh = () => technician.who.post(`/node/vmhost/${id}/refresh`, {});
    expect((await refresh()).status).toBe(403);
    await technician.may(granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create', 'NODE:Update', 'NODE:Delete']));
    expect((await technician.who.post(`/node/vmhost/${delegate}/refresh`, {})).status).toBe(404);
    expect(await nextAt()).toBe(true);
    const before = readings();
    expect((await refresh()).status).toBe(200);
    await until(() => expect(readings()).toBeGreaterThan(before));
  });

  it('keeps its delegate from being deleted, and takes its guests along', async () => {
    reading = said({ guests: [guest('1')] });
    const id = await addedHost();
    await until(async () => expect(await guestsOf(id)).toHaveLength(1));
    const [only] = await guestsOf(id);
    const remove = (nodeId: number) => site.admin.delete(`/device/${nodeId}`);
    const { body } = await remove(delegate);
    expect([body.errorCode, body.errorMessage]).toEqual([
      'delegate_has_vm_hosts',
      'This device is the monitor delegate of a VM host. Delete the VM host first.',
    ]);
    expect((await remove(id)).status).toBe(200);
    for (const gone of [id, Number(only?.['nodeId'])])
      expect((await technician.who.get(`/device/${gone}`)).status).toBe(404);
  });

  it('is neither online nor offline when nobody has read it for long', async () => {
    reading = said({ guests: [guest('1')] });
    const id = await addedHost();
    await until(async () => expect(await guestsOf(id)).toHaveLength(1));
    const [only] = await guestsOf(id);
    const { database } = site.server.services;
    await database.execute(sql`
      update vm_host set next_at = now() + interval '1 day', read_at = now() - interval '1 hour' where node_id = ${id}`);
    for (const nodeId of [id, Number(only?.['nodeId'])])
      await until(async () => expect((await device(nodeId))['status']).toEqual({ state: 'unmonitored', at: null }));
  });
});

describe('changing a VM host', () => {
  const edited = async (id: number, who = technician.who) => (await who.get(`/node/vmhost/${id}`)).body;
  const save = (id: number, body: object, run: string, headers = {}) =>
    technician.who.put(`/node/vmhost/${id}`, { ...body, locationId: site.place.locationId, test: run }, headers);

  it('stores what was tested, and reads the host there within seconds', async () => {
    const body = esxi();
    const id = await addedHost(body);
    const before = await edited(id);
    expect(before).toMatchObject({ hostname: body['hostname'], credentialId: login, certificate: '', revision: 1 });
    const credentialId = await added(basic(site.place.clientId, 'Second login'));
    const certificate = Array.from({ length: 32 }, () => 'EF').join(':');
    const other = await newDelegate();
    const moved = esxi({ name: ' Moved ', apiPort: 8443, credentialId, certificate, delegateNodeId: other });
    result = tested({ host: { ...facts, product: 'VMware ESXi 9' } });
    const run = await test(moved);
    result = tested();
    const { database } = site.server.services;
    await database.execute(sql`update vm_host set next_at = now() + interval '1 day' where node_id = ${id}`);
    const { status, body: said } = await save(id, moved, run);
    expect(status, JSON.stringify(said)).toBe(200);
    expect(said['vmHost']).toMatchObject({
      name: 'Moved',
      delegateNodeId: other,
      apiPort: 8443,
      certificate,
      revision: 2,
    });
    expect(await device(id)).toMatchObject({
      name: 'Moved',
      status: { state: 'online' },
      vmHost: { hostname: moved['hostname'], credentialName: 'Second login', delegate: { nodeId: other }, error: '' },
    });
    await until(() =>
      expect(asked.readings.at(-1)).toMatchObject({ hostname: moved['hostname'], apiPort: 8443, certificate }),
    );
    const { rows } = await database.execute<{ summary: string; detail: unknown }>(
      sql`select summary, detail from audit where action = 'NODE_UPDATED' and entity_id = ${String(id)}`,
    );
    expect(rows).toMatchObject([{ summary: 'Changed the VM host “Moved”' }]);
    expect(JSON.stringify(rows)).toContain('8443');
    expect(JSON.stringify(rows)).not.toContain('hush');
  });

  it('needs a test of the host as it is saved, and keeps it where it is otherwise (F01-11, F01-12)', async () => {
    const body = esxi();
    const id = await addedHost(body);
    const run = await test(body);
    const refused = async (more: object) => (await save(id, { ...body, ...more }, run)).body.errorCode;
    expect(await refused({ hostname: 'other.example' })).toBe('vm_host_not_tested');
    expect(await refused({ apiPort: 8443 })).toBe('vm_host_not_tested');
    expect(await refused({ certificate: Array.from({ length: 32 }, () => 'AB').join(':') })).toBe('vm_host_not_tested');
    expect(await refused({ delegateNodeId: await newDelegate() })).toBe('vm_host_not_tested');
    result = tested({ code: 'invalid_credentials' });
    const failing = await test(body);
    result = tested();
    expect((await save(id, body, failing)).body.errorCode).toBe('vm_host_not_tested');
    expect(await edited(id)).toMatchObject({ hostname: body['hostname'], apiPort: 443, revision: 1 });
    // The name is not what was tested.
    expect((await save(id, { ...body, name: 'Renamed' }, run)).status).toBe(200);
  });

  it('keeps organization, location and type', async () => {
    const body = esxi();
    const id = await addedHost(body);
    const run = await test(body);
    const other = await site.admin.post('/client', { name: 'Adatum', locations: [{ name: 'Main' }] });
    const clientId = Number(other.body['client']?.['id']);
    const locationId = Number(other.body['client']?.['locations']?.[0]?.['id']);
    const put = async (more: object) =>
      (
        await site.admin.put(`/node/vmhost/${id}`, {
          ...body,
          locationId: site.place.locationId,
          test: run,
          ...more,
        })
      ).body.fields;
    expect(await put({ clientId })).toEqual({
      '/clientId': 'The organization cannot change once the VM host is added.',
    });
    expect(await put({ locationId })).toEqual({
      '/locationId': 'The location cannot change once the VM host is added.',
    });
    expect(await put({ type: 'HYPERV' })).toEqual({ '/type': 'The type cannot change once the VM host is added.' });
  });

  it('refuses the address of another host of the delegate (F01-22)', async () => {
    const taken = esxi();
    await addedHost(taken);
    const id = await addedHost();
    const run = await test(taken);
    expect((await save(id, taken, run)).body.errorCode).toBe('delegate_already_has_existing_host');
  });

  it('is for who may change devices, and for hosts that they see', async () => {
    const body = esxi();
    const id = await addedHost(body);
    const run = await test(body);
    const elsewhere = await site.admin.post('/client', { name: 'Proseware', locations: [{ name: 'Main' }] });
    const entityId = Number(elsewhere.body['client']?.['id']);
    const calls = async () => [
      (await technician.who.get(`/node/vmhost/${id}`)).status,
      (await save(id, body, run)).status,
    ];
    await technician.may([
      ...granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create']),
      { permission: 'NODE:Update', entityId },
    ]);
    const forbidden = await calls();
    await technician.may(
      ['ORGANIZATION:View', 'NODE:View', 'NODE:Create', 'NODE:Update'].map((permission) => ({ permission, entityId })),
    );
    const unseen = await calls();
    await technician.may(granted(['ORGANIZATION:View', 'NODE:View', 'NODE:Create', 'NODE:Update', 'NODE:Delete']));
    expect(forbidden).toEqual([403, 403]);
    expect(unseen).toEqual([404, 404]);
    expect((await technician.who.get(`/node/vmhost/${delegate}`)).status).toBe(404);
    expect(await edited(id)).toMatchObject({ revision: 1 });
  });

  it('drops a response from where the host was before', async () => {
    const body = esxi();
    const id = await addedHost(body);
    const { database } = site.server.services;
    await database.execute(sql`update vm_host set next_at = now() + interval '1 day' where node_id = ${id}`);
    const revision = Number((await edited(id))['revision']);
    expect((await save(id, body, await test(body))).status).toBe(200);
    await database.execute(sql`update vm_host set next_at = now() + interval '1 day' where node_id = ${id}`);
    const late = said({ code: 'invalid_credentials', host: null });
    expect(await storeHost(database, id, late, new Date(), revision)).toEqual([]);
    expect(await device(id)).toMatchObject({ vmHost: { error: '' } });
    expect(await storeHost(database, id, late, new Date(), revision + 1)).toEqual([id]);
    expect(await device(id)).toMatchObject({ vmHost: { error: 'Invalid credentials' } });
  });

  it('drops what was read of it while somebody changed it', async () => {
    reading = said();
    const body = esxi({ name: 'Slow' });
    const id = await addedHost(body);
    const { database } = site.server.services;
    await until(() => expect(asked.readings.some(({ hostname }) => hostname === body['hostname'])).toBe(true));
    const run = await test(body);
    let release = (): void => undefined;
    held = { hostname: body['hostname'], until: new Promise((resolve) => (release = resolve)) };
    reading = said({ guests: [guest('old-1')] });
    const before = asked.readings.length;
    await database.execute(sql`update vm_host set next_at = now() where node_id = ${id}`);
    await until(() =>
      expect(asked.readings.slice(before).some(({ hostname }) => hostname === body['hostname'])).toBe(true),
    );
    reading = said();
    expect((await save(id, body, run)).status).toBe(200);
    await database.execute(sql`update vm_host set next_at = now() + interval '1 day' where node_id = ${id}`);
    held = undefined;
    release();
    // Another host of the delegate is read after it.
    const other = esxi();
    await addedHost(other);
    await until(() => expect(asked.readings.some(({ hostname }) => hostname === other['hostname'])).toBe(true));
    expect(await guestsOf(id)).toEqual([]);
  });
});
