// Policies: what is stored of them, who may change them, and which a device gets.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { policyRoles } from '#api/contract/policy-shapes.ts';
import { readDeviceAlerts } from '#server/device-alerts/settings.ts';
import { syncConditions } from '#server/device-alerts/sync-conditions.ts';
import { addPerson, type Person } from '../contract/site.ts';
import { startSite } from './agent-rig.ts';
import type { Answer, Json } from './visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let grace: Person;
let nodeId: number;
let place: { clientId: number; locationId: number };
beforeAll(async () => {
  site = await startSite();
  await site.server.services.jobs.stop();
  grace = await addPerson(site.server, site.admin, 'Grace');
  ({ nodeId } = await site.enrolled());
  await execute(sql`update node set node_class = 'LINUX_SERVER', is_server = true where id = ${nodeId}`);
  const { clientId, locationId } = (await site.admin.get(`/node/${nodeId}`)).body;
  place = { clientId: Number(clientId), locationId: Number(locationId) };
});
beforeEach(async () => {
  await execute(sql`update node set policy_id = null`);
  await execute(sql`delete from policy_assignment`);
  await execute(sql`delete from policy`);
  await execute(sql`delete from device_alerts`);
});

const execute = (query: ReturnType<typeof sql>) => site.server.services.database.execute(query);
const body = (name: string, more: object = {}) => ({
  name,
  enabled: true,
  nodeClassDefault: false,
  nodeClass: 'LINUX_SERVER',
  ...more,
});
const idOf = ({ status, body: { policyId } }: Answer): number => {
  if (status !== 200) throw new Error(`The policy was refused with ${status}`);
  return Number(policyId);
};
const add = async (name: string, more: object = {}) => idOf(await site.admin.post('/policy', body(name, more)));
const set = async (id: number, conditions: object, who = site.admin) => {
  const { revision } = (await site.admin.get(`/policy/${id}`)).body;
  return who.put(`/policy/${id}/conditions`, { revision, conditions });
};
const refused = (answer: Answer) => [answer.status, answer.body.errorCode];
const valueIn = (reply: Json, name: string): Json =>
  (reply.values as unknown as Json[]).find((value) => String(value.name) === name) ?? {};
const valueOf = async (id: number, name = 'diskShare') =>
  valueIn((await site.admin.get(`/policy/${id}/conditions`)).body, name);
const effective = async () => (await site.admin.get(`/device/${nodeId}/policy`)).body;
/** The share of the disk condition that the device really has. */
const enforced = async () => {
  const { database } = site.server.services;
  await database.transaction(async (tx) =>
    syncConditions(tx, await readDeviceAlerts(tx), { end: async () => undefined }, new Date()),
  );
  const { rows } = await database.execute<{ share: number }>(sql`
    select (parameters ->> 'share')::int as share from monitor_condition where monitor_id = ${nodeId} and type = 'DeviceDisk'`);
  return rows[0]?.share;
};

describe('a policy', () => {
  it('is stored with its fields, and its id is replied (F14-05, F14-14)', async () => {
    const parent = await add('Servers');
    const answer = await site.admin.post(
      '/policy',
      body(' Web ', { description: ' All ', enabled: false, parentPolicyId: parent }),
    );
    const id = idOf(answer);
    expect(answer.body).toMatchObject({ resultCode: 'SUCCESS', policyId: id, policy: { id } });
    expect((await site.admin.get(`/policy/${id}`)).body).toEqual({
      ...body('Web', { description: 'All', enabled: false, parentPolicyId: parent }),
      id,
      nodeRoleId: '',
      revision: 1,
      may: { update: true, delete: true, copy: true },
    });
  });

  it.each([
    ['a name that is blank (F14-07)', { name: ' ' }, '/name', 'Required'],
    ['a name of 101 characters (F14-08)', { name: 'x'.repeat(101) }, '/name', expect.any(String)],
    ['a description of 251 characters (F14-09)', { description: 'x'.repeat(251) }, '/description', expect.any(String)],
    ['no role (F14-10)', { nodeClass: '' }, '/nodeClass', expect.any(String)],
    ['a role of MDM (F14-18)', { nodeClass: 'ANDROID' }, '/nodeClass', expect.any(String)],
    ['NMS without its role (F14-11)', { nodeClass: 'NMS' }, '/nodeRoleId', 'Required'],
  ])('is refused with %s', async (_, wrong, field, words) => {
    const answer = await site.admin.post('/policy', body('Wrong', wrong));
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: words } } });
  });

  it('takes a name of 100 characters and a description of 250 (F14-08, F14-09)', async () => {
    expect(await add('x'.repeat(100), { description: 'x'.repeat(250) })).toBeGreaterThan(0);
  });

  it('is for one of the roles of Windows, Mac, Linux, NMS and virtual machines (F14-17, F14-22)', async () => {
    for (const [index, nodeClass] of policyRoles.entries())
      await add(`Role ${index}`, { nodeClass, ...(nodeClass === 'NMS' && { nodeRoleId: 'nms-switch' }) });
    const list = (await site.admin.get('/policy')).body as unknown as Json[];
    expect(list.map(({ nodeClass }) => String(nodeClass)).toSorted()).toEqual([...policyRoles].toSorted());
  });

  it('has a name of its own, in any case of letters (F14-15)', async () => {
    await add('Servers');
    const message = 'A policy with this name already exists';
    expect(await site.admin.post('/policy', body('SERVERS'))).toMatchObject({
      status: 409,
      body: { errorCode: 'POLICY_NAME_ALREADY_IN_USE', errorMessage: message },
    });
  });

  it('keeps its role', async () => {
    const id = await add('Servers');
    expect((await site.admin.put(`/policy/${id}`, body('Servers', { nodeClass: 'MAC' }))).body.fields).toHaveProperty(
      '/nodeClass',
    );
  });

  it('has a parent of its role that is no descendant, at most six levels (F14-12)', async () => {
    let parent = await add('Level 1');
    const first = parent;
    for (let level = 2; level <= 6; level += 1) parent = await add(`Level ${level}`, { parentPolicyId: parent });
    const words = async (answer: Promise<Answer>) => (await answer).body.fields?.['/parentPolicyId'];
    expect(await words(site.admin.post('/policy', body('Level 7', { parentPolicyId: parent })))).toMatch(
      /six|6 levels/,
    );
    expect(await words(site.admin.put(`/policy/${first}`, body('Level 1', { parentPolicyId: parent })))).toMatch(
      /itself/,
    );
    const above = await add('Above');
    expect(
      await words(site.admin.put(`/policy/${first}`, body('Level 1', { parentPolicyId: above }))),
      'seven',
    ).toMatch(/6 levels/);
    const mac = await add('Mac', { nodeClass: 'MAC' });
    expect(await words(site.admin.post('/policy', body('Other', { parentPolicyId: mac })))).toMatch(/another role/);
    const nms = { nodeClass: 'NMS', nodeRoleId: 'nms-switch' };
    const switches = await add('Switches', nms);
    expect(await words(site.admin.post('/policy', body('More', { ...nms, parentPolicyId: switches })))).toMatch(/NMS/);
  });

  it('copies the settings of another', async () => {
    const from = await add('Servers');
    await set(from, { diskShare: 70 });
    const copy = await add('Copied', { copyOfId: from });
    expect(await valueOf(copy)).toMatchObject({ value: 70, source: { kind: 'OWN' } });
    expect((await site.admin.post('/policy', body('Nothing', { copyOfId: 999_999 }))).status).toBe(404);
  });

  it('replaces the default of its role', async () => {
    const before = await add('Before', { nodeClassDefault: true });
    await add('Other role', { nodeClassDefault: true, nodeClass: 'MAC' });
    await add('After', { nodeClassDefault: true });
    expect((await site.admin.get(`/policy/${before}`)).body).toMatchObject({ nodeClassDefault: false, revision: 2 });
  });
});

describe('the removal of a policy', () => {
  it('is refused for a default (F10-10, F10-19)', async () => {
    const id = await add('Default', { nodeClassDefault: true });
    expect(await site.admin.delete(`/policy/${id}`)).toMatchObject({
      status: 409,
      body: { errorMessage: "You can't delete a default policy." },
    });
  });

  it('is refused while a policy, a place or a device uses it', async () => {
    const id = await add('Used');
    const inUse = [409, 'policy_in_use'];
    const child = await add('Child', { parentPolicyId: id });
    expect(refused(await site.admin.delete(`/policy/${id}`)), 'a child').toEqual(inUse);
    await site.admin.delete(`/policy/${child}`);
    await site.admin.post(`/policy/${id}/assignments`, place);
    expect(refused(await site.admin.delete(`/policy/${id}`)), 'a location').toEqual(inUse);
    await execute(sql`delete from policy_assignment`);
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: id });
    expect(refused(await site.admin.delete(`/policy/${id}`)), 'a device').toEqual(inUse);
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: null });
    expect((await site.admin.delete(`/policy/${id}`)).status).toBe(200);
    expect((await site.admin.get(`/policy/${id}`)).status).toBe(404);
  });
});

describe('the alert conditions of a policy', () => {
  it('refuse a name that no condition has', async () => {
    const id = await add('Servers');
    expect((await set(id, { diskShare: 70, other: true })).status).toBe(400);
    expect((await site.admin.post(`/policy/${id}/conditions/preview`, { other: true })).status).toBe(400);
  });

  it('are its own, of the nearest ancestor that sets them, or of the division', async () => {
    const grand = await add('Grand');
    const parent = await add('Parent', { parentPolicyId: grand });
    const child = await add('Child', { parentPolicyId: parent });
    expect(await valueOf(child)).toMatchObject({ value: 90, source: { kind: 'DIVISION' } });
    await set(grand, { diskShare: 70 });
    expect(await valueOf(child)).toMatchObject({
      value: 70,
      source: { kind: 'POLICY', policyId: grand, name: 'Grand' },
    });
    await set(child, { diskShare: 60 });
    expect(await valueOf(child)).toMatchObject({
      value: 60,
      source: { kind: 'OWN' },
      inherited: { value: 70, source: { name: 'Grand' } },
    });
    await set(child, {});
    await site.admin.put(`/policy/${grand}`, body('Grand', { enabled: false }));
    expect(await valueOf(child), 'a policy that is off passes nothing on').toMatchObject({ value: 90 });
  });

  it('are judged as the settings of the division are', async () => {
    const id = await add('Servers');
    expect((await set(id, { diskShare: 100 })).body.fields).toHaveProperty('/conditions/diskShare');
    expect((await site.admin.post(`/policy/${id}/conditions/preview`, { diskShare: 0 })).body.fields).toHaveProperty(
      '/diskShare',
    );
    const host = await add('Hosts', { nodeClass: 'VMWARE_VM_HOST' });
    expect((await set(host, { diskShare: 80 })).status, 'a role without them').toBe(400);
  });

  it('are refused when the policy has changed since', async () => {
    const id = await add('Servers');
    await set(id, { diskShare: 70 });
    const stale = await site.admin.put(`/policy/${id}/conditions`, { revision: 1, conditions: { diskShare: 60 } });
    expect(refused(stale)).toEqual([412, 'conflict']);
    expect(await valueOf(id)).toMatchObject({ value: 70 });
  });

  it('say before they are saved how many devices they change', async () => {
    const parent = await add('Parent');
    const child = await add('Child', { parentPolicyId: parent, nodeClassDefault: true });
    const preview = async (conditions: object) =>
      (await site.admin.post(`/policy/${parent}/conditions/preview`, conditions)).body;
    const { friendlyName, name } = (await site.admin.get(`/node/${nodeId}`)).body;
    expect(await preview({ diskShare: 70 })).toEqual({
      devices: 1,
      names: [String(friendlyName || name)],
      policies: ['Child'],
    });
    expect(await preview({ diskShare: 90 }), 'the value that it has').toEqual({ devices: 0, names: [], policies: [] });
    await set(child, { diskShare: 60 });
    expect(await preview({ diskShare: 70 }), 'the child has its own').toMatchObject({ devices: 0 });
    expect(await valueOf(parent), 'changes nothing').toMatchObject({ value: 90 });
  });
});

describe('the effective policy of a device', () => {
  it('is its own, over that of its location, its organization, and the default of its class', async () => {
    const [own, atLocation, ofClient, byDefault] = [
      await add('Own'),
      await add('Location'),
      await add('Organization'),
      await add('Default', { nodeClassDefault: true }),
    ];
    const shares = new Map([
      [own, 51],
      [atLocation, 52],
      [ofClient, 53],
      [byDefault, 54],
    ]);
    for (const [id, diskShare] of shares) await set(id, { diskShare });
    const stands = async (assignedTo: string, id: number) => {
      const reply = await effective();
      expect(reply).toMatchObject({ assignedTo, policy: { id } });
      expect(valueIn(reply, 'diskShare')).toMatchObject({ value: shares.get(id), source: { policyId: id } });
      expect(await enforced(), assignedTo).toBe(shares.get(id));
    };
    await stands('DEFAULT', byDefault);
    await site.admin.post(`/policy/${ofClient}/assignments`, { clientId: place.clientId });
    await stands('ORGANIZATION', ofClient);
    await site.admin.post(`/policy/${atLocation}/assignments`, place);
    await stands('LOCATION', atLocation);
    await site.admin.put(`/device/${nodeId}/policy`, { policyId: own });
    await stands('DEVICE', own);
    await site.admin.put(`/policy/${own}`, body('Own', { enabled: false }));
    await stands('LOCATION', atLocation);
  });

  it('is none for a device of another class, and the settings of the division then apply', async () => {
    const mac = await add('Mac', { nodeClass: 'MAC', nodeClassDefault: true });
    await set(mac, { diskShare: 51 });
    await site.admin.post(`/policy/${mac}/assignments`, place);
    expect(await effective()).toMatchObject({ assignedTo: 'NOTHING', policy: null });
    expect(await enforced()).toBe(90);
    expect((await site.admin.put(`/device/${nodeId}/policy`, { policyId: mac })).body.fields).toHaveProperty(
      '/policyId',
    );
  });

  it('replaces the policy that the place had for the class, and is removed again', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await site.admin.post(`/policy/${first}/assignments`, place);
    await site.admin.post(`/policy/${second}/assignments`, place);
    expect((await site.admin.get(`/policy/${first}/assignments`)).body).toEqual([]);
    const [assigned] = (await site.admin.get(`/policy/${second}/assignments`)).body as unknown as Json[];
    expect(assigned).toMatchObject(place);
    expect((await site.admin.delete(`/policyassignment/${assigned?.id}`)).status).toBe(200);
    const { rows } = await site.server.services.database.execute<{ summary: string }>(
      sql`select summary from audit where action = 'POLICY_UNASSIGNED' order by id desc`,
    );
    expect(rows[0]?.summary).toMatch(/^Removed the policy “Second” from .+ · .+/);
    expect(await effective()).toMatchObject({ assignedTo: 'NOTHING' });
  });
});

describe('a technician', () => {
  const may = (...grants: [string, number | null][]) =>
    grace.may(grants.map(([permission, entityId]) => ({ permission, entityId })));

  it('sees, changes and deletes only the policies that are granted', async () => {
    const [mine, other] = [await add('Mine'), await add('Other')];
    await may(['POLICY:View', mine], ['POLICY:Update', other], ['POLICY:Create', null]);
    const list = (await grace.who.get('/policy')).body as unknown as Json[];
    expect(list.map(({ name }) => name)).toEqual(['Mine']);
    expect(list[0]?.may, 'the permission for another').toEqual({ update: false, delete: false, copy: true });
    for (const path of ['', '/conditions', '/assignments'])
      expect((await grace.who.get(`/policy/${other}${path}`)).status, path).toBe(404);
    expect((await grace.who.put(`/policy/${mine}`, body('Renamed'))).status, 'update').toBe(403);
    expect((await set(mine, { diskShare: 50 }, grace.who)).status, 'conditions').toBe(403);
    expect((await grace.who.post(`/policy/${mine}/conditions/preview`, {})).status, 'preview').toBe(403);
    await may(['POLICY:View', mine], ['POLICY:Delete', other]);
    expect((await grace.who.delete(`/policy/${mine}`)).status, 'delete').toBe(403);
    await may(['POLICY:View', mine], ['POLICY:Create', mine]);
    expect((await grace.who.post('/policy', body('Added'))).status, 'add').toBe(403);
  });

  it('takes no parent and no copy of a policy that it does not see, and makes no default without the right to all', async () => {
    const [mine, other] = [await add('Mine'), await add('Other')];
    await may(['POLICY:View', mine], ['POLICY:Update', mine], ['POLICY:Create', null]);
    const fields = async (more: object) => (await grace.who.put(`/policy/${mine}`, body('Mine', more))).body.fields;
    expect(await fields({ parentPolicyId: other })).toHaveProperty('/parentPolicyId');
    expect(await fields({ nodeClassDefault: true })).toHaveProperty('/nodeClassDefault');
    expect((await grace.who.post('/policy', body('Copied', { copyOfId: other }))).status).toBe(404);
  });

  it('assigns a policy that it sees to places and devices that it may change', async () => {
    const [mine, other] = [await add('Mine'), await add('Other')];
    const sees: [string, number | null][] = [
      ['POLICY:View', mine],
      ['ORGANIZATION:View', place.clientId],
      ['NODE:View', place.clientId],
    ];
    const elsewhere = place.clientId + 1000;
    await may(...sees, ['ORGANIZATION:Update', elsewhere], ['NODE:Update', elsewhere]);
    const assign = async (id: number) => (await grace.who.post(`/policy/${id}/assignments`, place)).status;
    const give = (policyId: number | null) => grace.who.put(`/device/${nodeId}/policy`, { policyId });
    expect(await assign(mine)).toBe(403);
    expect((await give(mine)).status).toBe(403);
    await may(...sees, ['ORGANIZATION:Update', place.clientId], ['NODE:Update', place.clientId]);
    expect(await assign(other)).toBe(404);
    expect((await give(other)).body.fields).toHaveProperty('/policyId');
    expect([await assign(mine), (await give(mine)).status]).toEqual([200, 200]);
    const [assigned] = (await site.admin.get(`/policy/${mine}/assignments`)).body as unknown as Json[];
    await may(...sees, ['ORGANIZATION:Update', elsewhere]);
    expect((await grace.who.delete(`/policyassignment/${assigned?.id}`)).status, 'may not change it').toBe(403);
    await may(['POLICY:View', mine], ['ORGANIZATION:Update', place.clientId]);
    expect((await grace.who.delete(`/policyassignment/${assigned?.id}`)).status, 'does not see it').toBe(404);
    expect((await grace.who.get(`/policy/${mine}/assignments`)).body, 'nor its name').toEqual([]);
    expect((await grace.who.get('/policy')).body, 'nor its devices').toMatchObject([{ devices: 0 }]);
  });

  it('reads on a device the values, and not the name of a policy that it does not see', async () => {
    const id = await add('Secret', { nodeClassDefault: true });
    await set(id, { diskShare: 50 });
    await may(['ORGANIZATION:View', place.clientId], ['NODE:View', place.clientId]);
    const reply = (await grace.who.get(`/device/${nodeId}/policy`)).body;
    expect(JSON.stringify(reply)).not.toContain('Secret');
    expect(valueIn(reply, 'diskShare')).toMatchObject({
      value: 50,
      source: { kind: 'POLICY', policyId: null, name: '' },
    });
    expect(reply.choices).toEqual([]);
  });
});
