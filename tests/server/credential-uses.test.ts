import { afterAll, beforeAll, expect, it } from 'vitest';
import { directoryDevice, directorySettings } from '#server/database/schema/directory.ts';
import { node } from '#server/database/schema/nodes.ts';
import { devicePoll } from '#server/database/schema/polling.ts';
import { vmHost } from '#server/database/schema/vm-hosts.ts';
import { addPerson, credentialBody, hostFacts, type Person } from '../contract/site.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let acme: { organizationId: number; locationId: number };
let other: { organizationId: number; locationId: number };
/** Sees the organization, its devices, and may add some. */
let technician: Person;
/** Sees the organization alone. */
let viewer: Person;
let used: number;
let unused: number;

async function place(name: string): Promise<typeof acme> {
  const { client } = (await admin.post('/client', { name, locations: [{ name: 'Delft' }] })).body;
  const [location] = (client?.locations ?? []) as { id: number }[];
  return { organizationId: Number(client?.id), locationId: Number(location?.id) };
}

async function addDevice(name: string, more: Partial<typeof node.$inferInsert> = {}): Promise<number> {
  const values = { nodeClass: 'NMS_SWITCH', nodeType: 'NMS_DEVICE', name, ...acme, ...more };
  const [row] = await server.services.database.insert(node).values(values).returning({ id: node.id });
  return Number(row?.id);
}

async function addCredential(name: string): Promise<number> {
  const { body } = await admin.post('/credential', credentialBody(acme.organizationId, name));
  return Number(body['credential']?.['id']);
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  acme = await place('Acme');
  other = await place('Zenith');
  used = await addCredential('Used');
  unused = await addCredential('Unused');
  const { database } = server.services;
  const polled = [];
  for (let number = 1; number <= 6; number += 1) polled.push(await addDevice(`switch-${number}`));
  // It was moved to another organization since it was discovered.
  polled.push(await addDevice('far-switch', other));
  await database.insert(devicePoll).values(polled.map((nodeId) => ({ nodeId, credentialId: used })));
  const delegateNodeId = await addDevice('delegate', { nodeType: 'AGENT_DEVICE' });
  await database.insert(vmHost).values({
    nodeId: await addDevice('esxi-1', { nodeType: 'VM_HOST' }),
    delegateNodeId,
    type: 'ESXI',
    hostname: 'esxi.example',
    apiPort: 443,
    credentialId: used,
    certificate: '',
    facts: hostFacts,
    readAt: new Date(),
  });
  const computer = { ...acme, hostName: '', os: '', isServer: false, ouPath: '', credentialId: used };
  await database.insert(directoryDevice).values([
    { ...computer, objectGuid: 'a', name: 'pc-1', status: 'APPROVED' },
    { ...computer, objectGuid: 'b', name: 'pc-2', status: 'REJECTED', locationId: null },
    { ...computer, objectGuid: 'c', name: 'pc-3', status: 'APPROVED', nodeId: delegateNodeId },
  ]);
  await database.insert(directorySettings).values({ organizationId: acme.organizationId, directoryCredentialId: used });
  const grants = (...permissions: string[]) =>
    permissions.map((permission) => ({ permission, entityId: acme.organizationId }));
  technician = await addPerson(server, admin, 'Grace');
  await technician.may(grants('ORGANIZATION:View', 'NODE:View', 'NODE:Create'));
  viewer = await addPerson(server, admin, 'Viewer');
  await viewer.may(grants('ORGANIZATION:View'));
});
afterAll(() => server.close());

const usesFor = async (who: Visitor, clientId = acme.organizationId) =>
  (await who.get(`/credential/use?clientId=${clientId}`)).body;
const names = (...all: string[]) => all.map((name) => ({ id: expect.any(Number) as number, name }));

it('says how many devices, VM hosts and computers use a credential, and the first five of each (F22)', async () => {
  expect(unused).not.toBe(used);
  expect(await usesFor(admin)).toEqual([
    {
      credentialId: used,
      devices: { total: 7, names: names('far-switch', 'switch-1', 'switch-2', 'switch-3', 'switch-4') },
      vmHosts: { total: 1, names: names('esxi-1') },
      computers: { total: 1, names: names('pc-1') },
      readsDirectory: true,
    },
  ]);
  expect(await usesFor(admin, other.organizationId)).toEqual([]);
});

it('counts and names what the reader sees alone', async () => {
  expect(await usesFor(technician.who)).toMatchObject([
    { devices: { total: 6, names: names('switch-1', 'switch-2', 'switch-3', 'switch-4', 'switch-5') } },
  ]);
  const none = { total: 0, names: [] };
  expect(await usesFor(viewer.who)).toEqual([
    { credentialId: used, devices: none, vmHosts: none, computers: none, readsDirectory: true },
  ]);
  await technician.may([{ permission: 'ORGANIZATION:View', entityId: other.organizationId }]);
  expect(await usesFor(technician.who)).toEqual([]);
});
