// A directory from the list of domain controllers to the agents on its computers (F04), read by real agents.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentDeploy, DeployResult } from '#api/contract/agent-methods/deployment.ts';
import { addPerson, type Person } from '#tests/contract/site.ts';
import { startDirectory, type Directory } from '#tests/peers/directory-peer.ts';
import { corp, directoryAdmin, directoryPassword } from '#tests/peers/directory-tree.ts';
import { enrollBody, startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { keepCredential } from './settings.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let technician: Person;
let directory: Directory;
let controller: number;
let login: number;
/** What the agent says of an installation, and what it was asked. */
let deployed: (request: AgentDeploy) => DeployResult | Promise<DeployResult> = () => ({
  code: 'installed',
  message: '',
  hostKey: '',
});
const deployments: AgentDeploy[] = [];

const granted = (...names: string[]) => names.map((permission) => ({ permission, entityId: site.place.clientId }));
const basic = (name: string, username: string, password: string) => ({
  clientId: site.place.clientId,
  name,
  credentialType: 'BASIC',
  username,
  password,
});

async function added(body: object): Promise<number> {
  return Number((await site.admin.post('/credential', body)).body['credential']?.['id']);
}

/** A real agent that answers for the domain of the peer. */
async function newController(url: string): Promise<number> {
  const agent = startAgent(site.server.url, {
    token: await site.freshToken(),
    directory: url,
    async deploy(request) {
      deployments.push(request);
      return deployed(request);
    },
    until: 'file',
  });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  await until(async () => expect(await controllers()).toHaveLength(1));
  return id;
}

beforeAll(async () => {
  site = await startSite();
  directory = await startDirectory();
  technician = await addPerson(site.server, site.admin, 'Technician');
  await technician.may(granted('ORGANIZATION:View', 'NODE:View', 'NODE:Create'));
  controller = await newController(directory.url);
  login = await added(basic('Domain', directoryAdmin, directoryPassword));
});

afterAll(() => directory?.stop());

const controllers = async ({ who } = technician) =>
  (await who.get(`/activedirectory/domaincontroller?clientId=${site.place.clientId}`)).body as unknown as object[];
const asked = (more: Record<string, unknown> = {}) => ({
  clientId: site.place.clientId,
  domainController: controller,
  directoryCredentialId: login,
  allowPlain: false,
  ouPath: `OU=Sales,${corp}`,
  recursiveOuPath: true,
  ...more,
});

interface Answer {
  status: number;
  body: Record<string, never>;
}

/** The run's end: its id and what it says. */
async function ended(started: Answer, { who } = technician) {
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const id = String(started.body['id']);
  await until(async () => expect((await who.get(`/run/${id}`)).body['state']).toBe('done'));
  return { id, result: (await who.get(`/run/${id}`)).body['result'] as Record<string, unknown> };
}

const read = async (more?: Record<string, unknown>, person = technician) =>
  ended((await person.who.post('/activedirectory/computer', asked(more))) as never, person);
const browse = async (more?: Record<string, unknown>) => {
  const { recursiveOuPath: _, ...body } = asked(more);
  return ended((await technician.who.post('/activedirectory/tree', body)) as never);
};
const validate = async (credentialId = login, person = technician) => {
  const body = { clientId: site.place.clientId, domainController: controller, credentialId, allowPlain: false };
  return ended((await person.who.post('/activedirectory/credential', body)) as never, person);
};

interface Row {
  key: string;
  data: { name: string; status: string; location: string; isServer: boolean; ouPath: string };
}
const rowsOf = async (id: string) =>
  ((await technician.who.get(`/run/${id}/items?limit=100`)).body as unknown as { items: Row[] }).items;

const every = { all: true, filter: { field: 'status', value: 'NEW' }, except: [] as string[] };
const keys = (...list: string[]) => ({ all: false, keys: list });
const setting = (key: string, status: string, location: number | null | undefined = null) => [
  { rows: keys(key), column: 'newStatus', value: status },
  ...(location === null ? [] : [{ rows: keys(key), column: 'newLocation', value: location }]),
];
const apply = (id: string, changes: object[], test: string, { who } = technician, credentialId = login) =>
  who.post(`/activedirectory/${id}/apply`, { credentialId, test, devices: { selected: every, changes } });

interface Device {
  id: number;
  name: string;
  status: string;
  deployment: string;
  reason: string;
  nodeId: number | null;
  location: { name: string } | null;
}
const devices = async (query = '', { who } = technician) =>
  ((await who.get(`/activedirectory/device?limit=100${query}`)).body as unknown as { items: Device[] }).items;
const device = async (name: string) => (await devices()).find((one) => one.name === name);

/** Decides about one computer of an OU, by its name. */
async function decided(name: string, status: string, ouPath = corp): Promise<Device> {
  const { id } = await read({ ouPath });
  const row = (await rowsOf(id)).find(({ data }) => data.name === name);
  const { id: test } = await validate();
  const place = status === 'REJECTED' ? null : site.place.locationId;
  const answer = await apply(id, setting(row?.key ?? '', status, place), test);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (await device(name)) as Device;
}

describe('a directory', () => {
  it('is offered by the devices that answer for a domain, to who may add devices (F04-36)', async () => {
    expect(await controllers()).toEqual([
      { id: controller, name: expect.any(String), domain: 'corp.test', isUp: true, inability: null },
    ]);
    const stranger = await addPerson(site.server, site.admin, 'Stranger');
    await stranger.may([{ permission: 'NODE:Create', entityId: 999_999 }]);
    expect(await controllers(stranger)).toEqual([]);
  });

  it('is read level by level, with the computers of each (F04-37)', async () => {
    const { result: top } = await browse({ ouPath: '' });
    expect(top).toMatchObject({ code: 'succeeded', root: corp });
    expect((top['ou'] as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Computers', 'Empty', 'Sales', 'Servers']),
    );
    const { result: sales } = await browse();
    expect(sales).toMatchObject({ ou: [{ name: 'Laptops', path: `OU=Laptops,OU=Sales,${corp}` }], more: false });
    expect((sales['ouComputers'] as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SALES-PC1', 'SALES-PC2']),
    );
  });

  it('lists the computers of an OU, and of those below it on request (F04-09, F04-10)', async () => {
    const { id, result } = await read();
    const all = await rowsOf(id);
    expect(result).toMatchObject({ code: 'succeeded', computers: all.length });
    expect(all.map(({ data }) => data.name)).toEqual(expect.arrayContaining(['SALES-PC1', 'LAPTOP1']));
    expect(all[0]?.data).toMatchObject({ status: 'NEW', newStatus: 'NEW', newLocation: null, location: '' });
    const { id: alone } = await read({ recursiveOuPath: false });
    expect((await rowsOf(alone)).map(({ data }) => data.name)).not.toContain('LAPTOP1');
  });

  it('says in the specified words what is wrong with a path or a credential (F04-27, F04-38, F04-39, F04-45, F04-48, F04-50, F04-51)', async () => {
    const said = async (more: Record<string, unknown>) => (await read(more)).result['message'];
    expect(await said({ ouPath: `OU=Nowhere,${corp}` })).toBe('Invalid OU Path');
    const wrong = await added(basic('Wrong', directoryAdmin, 'another'));
    expect(await said({ directoryCredentialId: wrong })).toBe('Invalid credentials');
    expect((await validate(wrong)).result).toEqual({
      code: 'incorrect_username_or_password',
      message: 'Invalid credentials',
    });
    expect((await validate()).result).toEqual({ code: 'succeeded', message: '' });
    expect((await browse({ directoryCredentialId: wrong })).result['message']).toBe(
      'Error loading Active Directory tree. Invalid credentials',
    );
    const form = await technician.who.post('/activedirectory/computer', asked({ ouPath: 'corp.test/Sales' }));
    expect([form.status, form.body.fields]).toEqual([400, { '/ouPath': 'Invalid OU Path' }]);
  });

  it('is asked of a domain controller of the organization alone, with its credentials (F04-53)', async () => {
    const refusal = async (more: Record<string, unknown>) => {
      const { status, body } = await technician.who.post('/activedirectory/computer', asked(more));
      return [status, body['errorMessage'], body.fields];
    };
    const gone = [404, 'Domain controller not found', undefined];
    expect(await refusal({ domainController: 999_999 })).toEqual(gone);
    const { nodeId: plain } = await site.enrolled();
    expect(await refusal({ domainController: plain })).toEqual(gone);
    const elsewhere = await site.admin.post('/client', { name: 'Tailspin', locations: [{ name: 'Main' }] });
    const theirs = Number(elsewhere.body['client']?.['id']);
    expect(await refusal({ clientId: theirs })).toEqual(gone);
    const others = await added({ ...basic('Theirs', 'a', 'b'), clientId: theirs });
    const words = 'Choose a basic credential of the organization';
    expect((await refusal({ directoryCredentialId: others }))[2]).toEqual({ '/directoryCredentialId': words });
  });

  it('offers the credentials of the organization, the one that read it last first (F04-40, F04-42), and keeps no secret', async () => {
    await read();
    const settings = await technician.who.get(`/activedirectory/settings?clientId=${site.place.clientId}`);
    expect(settings.body).toEqual({ directoryCredentialId: login });
    const listed = await technician.who.get(`/credential?clientId=${site.place.clientId}`);
    expect(listed.body).toContainEqual({ id: login, name: 'Domain', credentialType: 'BASIC', expiresOn: '' });
    const { rows } = await site.server.services.database.execute(sql`select params::text from agent_command`);
    expect(JSON.stringify(rows)).not.toContain(directoryPassword);
    const elsewhere = await site.admin.post('/client', { name: 'Wingtip', locations: [{ name: 'Main' }] });
    const theirs = Number(elsewhere.body['client']?.['id']);
    await keepCredential(site.server.services.database, theirs, login);
    expect((await technician.who.get(`/activedirectory/settings?clientId=${theirs}`)).body).toEqual({
      directoryCredentialId: null,
    });
    const viewer = await addPerson(site.server, site.admin, 'Viewer');
    await viewer.may(granted('ORGANIZATION:View', 'NODE:View'));
    expect((await viewer.who.get(`/activedirectory/settings?clientId=${site.place.clientId}`)).status).toBe(403);
  });
});

describe('the computers of a directory', () => {
  it('are decided about where they are new, selected, validated, and have a location (F04-11 … F04-13, F04-33, F04-34)', async () => {
    const { id } = await read({ ouPath: `OU=Servers,${corp}` });
    const [row] = await rowsOf(id);
    const key = row?.key ?? '';
    const { id: test } = await validate();
    const refusal = async (changes: object[], more: Parameters<typeof apply>[2] = test) => {
      const { status, body } = await apply(id, changes, more);
      return [status, body.fields ?? body['errorCode']];
    };
    const none = [400, { '/devices': 'Give at least 1 new computer a status' }];
    expect(await refusal([])).toEqual(none);
    expect(await refusal(setting(key, 'NEW'))).toEqual(none);
    expect(await refusal(setting(key, 'APPROVED'))).toEqual([
      400,
      { '/devices': '1 computer needs a location. Choose one for each computer that is approved or pending.' },
    ]);
    expect(await refusal(setting(key, 'PENDING', 999_999))).toEqual([
      400,
      { '/devices': 'Choose a location of the organization.' },
    ]);
    const chosen = setting(key, 'PENDING', site.place.locationId);
    const abroad = await site.admin.post('/client', { name: 'Abroad', locations: [{ name: 'Main' }] });
    const { locations } = abroad.body['client'] as unknown as { locations: { id: number }[] };
    expect(await refusal(setting(key, 'PENDING', locations[0]?.id))).toEqual([
      400,
      { '/devices': 'Choose a location of the organization.' },
    ]);
    const unselected = { selected: keys(), changes: chosen };
    const without = { credentialId: login, test, devices: unselected };
    expect((await technician.who.post(`/activedirectory/${id}/apply`, without)).body.fields).toEqual(none[1]);
    expect((await apply(test, chosen, test)).status).toBe(404);
    const other = await addPerson(site.server, site.admin, 'Other');
    await other.may(granted('ORGANIZATION:View', 'NODE:View', 'NODE:Create'));
    const { id: theirs } = await validate(login, other);
    const second = await added(basic('Second', directoryAdmin, directoryPassword));
    const { id: ofSecond } = await validate(second);
    for (const wrong of [theirs, ofSecond, '00000000-0000-4000-8000-000000000009'])
      expect(await refusal(chosen, wrong)).toEqual([409, 'credential_not_validated']);
    expect(await devices()).toEqual([]);
    expect((await apply(id, chosen, test)).body).toMatchObject({ approved: 0, pending: 1, rejected: 0 });
    expect(await devices()).toMatchObject([{ status: 'PENDING', deployment: 'none', location: { name: 'Delft' } }]);
    // What was decided meanwhile stays.
    expect((await apply(id, setting(key, 'REJECTED'), test)).body).toMatchObject({ pending: 0, rejected: 0 });
    expect(await devices('&status=REJECTED')).toEqual([]);
  });

  it('cannot be decided about where a device of the organization has the name already', async () => {
    await site.server
      .visitor()
      .post('/agent/enroll', { ...enrollBody(await site.freshToken()), hostName: 'doe, jane' });
    const { id } = await read({ ouPath: `OU=Laptops,OU=Sales,${corp}` });
    const row = (await rowsOf(id)).find(({ data }) => data.name === 'Doe, Jane');
    expect(row?.data.status).toBe('EXISTING');
    const { id: test } = await validate();
    const body = {
      credentialId: login,
      test,
      devices: { selected: { ...every, filter: {} }, changes: setting(row?.key ?? '', 'REJECTED') },
    };
    expect((await technician.who.post(`/activedirectory/${id}/apply`, body)).body.fields).toEqual({
      '/devices': 'Give at least 1 new computer a status',
    });
  });

  it('are remembered: a later reading shows what was decided (F04-10, F04-16)', async () => {
    const rejected = await decided('KIOSK', 'REJECTED');
    expect(rejected).toMatchObject({ status: 'REJECTED', location: null, deployment: 'none' });
    const named = { ...enrollBody(await site.freshToken()), hostName: 'kiosk' };
    await site.server.visitor().post('/agent/enroll', named);
    expect(await device('KIOSK')).toMatchObject({ deployment: 'none', nodeId: null });
    const { id } = await read({ ouPath: corp });
    const row = (await rowsOf(id)).find(({ data }) => data.name === 'KIOSK');
    expect(row?.data).toMatchObject({ status: 'REJECTED', location: '' });
    const again = await technician.who.post(`/activedirectory/device/${rejected.id}/status`, { status: 'NEW' });
    expect(again.status).toBe(200);
    expect(await device('KIOSK')).toBeUndefined();
  });

  it('get the agent once they are approved, and become devices of their location (F04-15)', async () => {
    deployed = () => ({ code: 'installed', message: '', hostKey: `SHA256:${'A'.repeat(43)}` });
    const before = deployments.length;
    const { id } = await decided('SALES-PC1', 'APPROVED');
    await until(async () => expect(await device('SALES-PC1')).toMatchObject({ deployment: 'started' }));
    const request = deployments[before];
    expect(request).toMatchObject({ username: directoryAdmin, password: directoryPassword, hostKey: '' });
    expect(request?.host.toLowerCase()).toContain('sales-pc1');
    const body = { ...enrollBody(request?.token ?? ''), hostName: 'sales-pc1', platform: 'win32' };
    const elsewhere = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const { id: clientId, locations } = elsewhere.body['client'] as unknown as {
      id: number;
      locations: { id: number }[];
    };
    const place = { clientId, locationId: locations[0]?.id };
    const { token: foreign } = (await site.admin.post('/device/enrollment', place)).body;
    expect((await site.server.visitor().post('/agent/enroll', { ...body, token: foreign })).status).toBe(200);
    // A computer of that name in another organization is another computer.
    expect(await device('SALES-PC1')).toMatchObject({ deployment: 'started', nodeId: null });
    const enrolled = await site.server.visitor().post('/agent/enroll', body);
    expect(enrolled.status).toBe(200);
    const nodeId = Number(enrolled.body['nodeId']);
    expect(await device('SALES-PC1')).toMatchObject({ deployment: 'installed', nodeId });
    expect(await site.device(nodeId)).toMatchObject({ locationName: 'Delft' });
    for (const [path, more] of [
      ['status', { status: 'REJECTED' }],
      ['deploy', { acceptHostKey: false }],
    ] as const)
      expect((await technician.who.post(`/activedirectory/device/${id}/${path}`, more)).body).toMatchObject({
        errorCode: 'directory_device_installed',
      });
  });

  it('say why the agent could not be installed, and are tried again on request (F04-15)', async () => {
    deployed = () => ({ code: 'no_channel', message: '', hostKey: '' });
    const { id } = await decided('SALES-PC2', 'APPROVED');
    await until(async () => expect(await device('SALES-PC2')).toMatchObject({ deployment: 'failed' }));
    expect((await device('SALES-PC2'))?.reason).toBe(
      'Neither SSH nor PowerShell remoting answered on the computer. Install the agent by a group policy at the next restart.',
    );
    const key = (letter: string) => `SHA256:${letter.repeat(43)}`;
    const retry = (acceptHostKey: boolean) =>
      technician.who.post(`/activedirectory/device/${id}/deploy`, { acceptHostKey });
    const asked = async (acceptHostKey: boolean, result: DeployResult) => {
      const before = deployments.length;
      deployed = () => result;
      expect((await retry(acceptHostKey)).status).toBe(200);
      await until(async () => {
        expect(deployments.length).toBeGreaterThan(before);
        expect(await device('SALES-PC2')).toMatchObject({ result: result.code });
      });
      return deployments[before];
    };
    await asked(false, { code: 'credential_refused', message: '', hostKey: key('A') });
    // An empty key in an answer does not replace the known one.
    expect(await asked(false, { code: 'host_key_changed', message: 'SHA256:…', hostKey: '' })).toMatchObject({
      hostKey: key('A'),
    });
    expect(await asked(false, { code: 'host_key_changed', message: '', hostKey: '' })).toMatchObject({
      hostKey: key('A'),
    });
    expect(await asked(true, { code: 'no_node', message: '', hostKey: key('B') })).toMatchObject({ hostKey: '' });
    expect(await asked(false, { code: 'timed_out', message: '', hostKey: '' })).toMatchObject({ hostKey: key('B') });
  });

  it('keep what was decided while the agent was being installed', async () => {
    const { id } = await decided('LAPTOP1', 'PENDING', `OU=Laptops,OU=Sales,${corp}`);
    const set = (body: object) => technician.who.post(`/activedirectory/device/${id}/status`, body);
    let rejected = 0;
    deployed = async () => {
      rejected = (await set({ status: 'REJECTED' })).status;
      return { code: 'no_channel', message: '', hostKey: '' };
    };
    expect((await set({ status: 'APPROVED', locationId: site.place.locationId })).status).toBe(200);
    await until(() => expect(rejected).toBe(200));
    // The next installation comes after the answer to this one.
    const before = deployments.length;
    deployed = () => ({ code: 'no_channel', message: '', hostKey: '' });
    const other = await decided('FILE1', 'APPROVED');
    await until(() => expect(deployments.length).toBeGreaterThan(before));
    expect(other.status).toBe('APPROVED');
    expect(await device('LAPTOP1')).toMatchObject({ status: 'REJECTED', deployment: 'none', reason: '' });
    expect(
      (await technician.who.post(`/activedirectory/device/${id}/deploy`, { acceptHostKey: false })).body,
    ).toMatchObject({ errorCode: 'directory_device_not_approved' });
  });

  it('say that the credential was removed', async () => {
    deployed = () => ({ code: 'installed', message: '', hostKey: '' });
    const own = await added(basic('Removed soon', directoryAdmin, directoryPassword));
    const { id } = await read({ ouPath: `CN=Computers,${corp}`, directoryCredentialId: own });
    const row = (await rowsOf(id)).find(({ data }) => data.status === 'NEW');
    const { id: test } = await validate(own);
    const chosen = setting(row?.key ?? '', 'PENDING', site.place.locationId);
    expect((await apply(id, chosen, test, technician, own)).status).toBe(200);
    await site.admin.delete(`/credential/${own}`);
    const pending = await device(row?.data.name ?? '');
    const body = { status: 'APPROVED', locationId: site.place.locationId };
    await technician.who.post(`/activedirectory/device/${pending?.id}/status`, body);
    await until(async () =>
      expect(await device(row?.data.name ?? '')).toMatchObject({
        deployment: 'failed',
        reason:
          'The computer refused the credential. Use an administrator of the computer. The credential was removed.',
      }),
    );
  });

  it('are seen and decided about by who may add devices there', async () => {
    const [first] = await devices();
    const tried = async ({ who }: Person) => [
      (await who.get('/activedirectory/device')).status,
      (await who.post(`/activedirectory/device/${first?.id}/status`, { status: 'REJECTED' })).status,
      (await who.post(`/activedirectory/device/${first?.id}/deploy`, { acceptHostKey: false })).status,
    ];
    const viewer = await addPerson(site.server, site.admin, 'Sees');
    await viewer.may(granted('ORGANIZATION:View', 'NODE:View'));
    expect(await tried(viewer)).toEqual([403, 403, 403]);
    const elsewhere = await site.admin.post('/client', { name: 'Fabrikam', locations: [{ name: 'Main' }] });
    const entityId = Number(elsewhere.body['client']?.['id']);
    const stranger = await addPerson(site.server, site.admin, 'Elsewhere');
    await stranger.may(
      ['ORGANIZATION:View', 'NODE:View', 'NODE:Create'].map((permission) => ({ permission, entityId })),
    );
    expect(await tried(stranger)).toEqual([200, 404, 404]);
    // Whoever sees the organization, and may add devices to another one alone.
    await stranger.may([...granted('ORGANIZATION:View', 'NODE:View'), { permission: 'NODE:Create', entityId }]);
    expect(await tried(stranger)).toEqual([200, 404, 404]);
    expect(await devices('', stranger)).toEqual([]);
    const { id } = await read();
    const { id: test } = await validate();
    expect((await apply(id, [], test, stranger)).status).toBe(403);
    await stranger.may([{ permission: 'NODE:Create', entityId }]);
    expect((await apply(id, [], test, stranger)).status).toBe(404);
  });
});
