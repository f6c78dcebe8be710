import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { node } from '#server/database/schema/nodes.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let place: { organizationId: number; locationId: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  const { client } = (await admin.post('/client', { name: 'Acme', locations: [{ name: 'Delft' }] })).body;
  const [location] = (client?.locations ?? []) as never as { id: number }[];
  place = { organizationId: Number(client?.id), locationId: Number(location?.id) };
});
afterAll(() => server.close());

async function stored(more: Partial<typeof node.$inferInsert>): Promise<number> {
  const values = { nodeClass: 'LINUX_SERVER', nodeType: 'AGENT_DEVICE', name: 'server-1', ...place, ...more };
  const [row] = await server.services.database.insert(node).values(values).returning({ id: node.id });
  return Number(row?.id);
}

describe('a device as it is read', () => {
  it('says what it is, whose it is and whether it is up, with its details (C23-01, C23-02, C23-12)', async () => {
    const parent = await stored({ name: 'host-1' });
    const details = {
      submitTime: '2026-11-20T00:00:00.000Z',
      lastLoggedOnUser: 'ada',
      mdmStatus: 'ENROLLED',
      mdmEnrolledAt: '2026-11-01T00:00:00.000Z',
      mdmStatusUpdatedTime: '2026-11-02T00:00:00.000Z',
    };
    const id = await stored({ name: 'guest-1', parentNodeId: parent, netbiosName: 'GUEST', isUp: true, details });
    expect((await admin.get(`/node/${id}`)).body).toMatchObject({
      id,
      name: 'guest-1',
      nodeClass: 'LINUX_SERVER',
      isUp: true,
      parentNodeId: parent,
      clientId: place.organizationId,
      netbiosName: 'GUEST',
      details,
      policyContent: {},
    });
  });

  it('is saved by PUT, and the reply has a result code and the device under its key, or why not (C23-19)', async () => {
    const id = await stored({ name: 'to-be-renamed' });
    const saved = await admin.put(`/node/${id}`, { friendlyName: 'Renamed' });
    expect(saved).toMatchObject({
      status: 200,
      body: { resultCode: 'SUCCESS', node: { id, friendlyName: 'Renamed' } },
    });
    const refused = await admin.put(`/node/${id}`, { nodeRoleId: 'toaster' });
    expect(refused.body).toMatchObject({ resultCode: 'FAILURE', errorMessage: expect.stringMatching(/\w+/) });
  });
});

describe('a cloud monitor', () => {
  it.each(['CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET_EMAIL_SERVER'])(
    'is marked by the node type %s (C23-16), and has no status of a device (C23-07)',
    async (nodeType) => {
      const id = await stored({ name: nodeType, nodeType });
      expect((await admin.get(`/node/${id}`)).body).toMatchObject({ id, nodeType });
      // Its status is that of its checks: no device, no "Online".
      expect((await admin.get(`/device/${id}`)).status).toBe(404);
      const devices = (await admin.get('/device')).body as never as { items: { id: number }[] };
      expect(devices.items.map((device) => device.id)).not.toContain(id);
    },
  );
});
