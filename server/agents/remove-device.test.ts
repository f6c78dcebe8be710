import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeCodes } from '#api/contract/agent.ts';
import { enrollBody, greetedSocket, openSocket, startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { startTestServer } from '#tests/server/harness.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Json } from '#tests/server/visitor.ts';
import { audit } from '../database/schema/audit.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const actionsOn = async (entityId: number) =>
  (
    await site.server.services.database
      .select()
      .from(audit)
      .where(eq(audit.entityId, String(entityId)))
  ).map(({ action }) => action);
const technician = (name: string, permissions: string[], organization?: number) =>
  signedInTechnician(site.server, site.admin, name, permissions, organization);
const otherOrganization = async (name: string) =>
  Number((await site.admin.post('/client', { name, locations: [] })).body.client?.id);

describe('deleting a device', () => {
  it('refuses its key, closes its socket and writes an audit row (S9)', async () => {
    const { nodeId, key } = await site.enrolled();
    const { closed } = await greetedSocket(site.server, key);
    expect((await site.admin.delete(`/device/${nodeId}`)).body).toMatchObject({ resultCode: 'SUCCESS' });
    expect(await closed).toBe(closeCodes.goingAway);
    expect((await site.admin.get(`/device/${nodeId}`)).status).toBe(404);
    await expect(openSocket(site.server, key)).rejects.toThrow('status 403');
    expect(await actionsOn(nodeId)).toContain('NODE_DELETED');
  });

  it('closes a socket that another server process holds (S9)', async () => {
    const other = await startTestServer({ databaseUrl: site.server.databaseUrl });
    const { nodeId, key } = await site.enrolled();
    const { closed } = await greetedSocket(other, key);
    await site.admin.delete(`/device/${nodeId}`);
    expect(await closed).toBe(closeCodes.goingAway);
    await other.close();
  });

  it('stops the agent, whose token is used up, once it cannot be undone (S9)', async () => {
    const agent = startAgent(site.server.url, { token: await site.freshToken() });
    const nodeId = await agent.nodeId();
    await until(async () => expect(await site.deviceState(nodeId)).toBe('online'));
    await site.admin.delete(`/device/${nodeId}`);
    await purgeNow(site.server);
    await expect(agent.running).rejects.toThrow('enrolment token');
  });

  it('needs NODE:Delete for its organization; a foreign device is unknown (S9)', async () => {
    const { nodeId } = await site.enrolled();
    const elsewhere = await otherOrganization('Elsewhere');
    const watcher = await technician('Grace', ['ORGANIZATION:View', 'NODE:View']);
    expect((await watcher.delete(`/device/${nodeId}`)).status).toBe(403);
    const foreign = await technician('Kay', ['ORGANIZATION:View', 'NODE:View', 'NODE:Delete'], elsewhere);
    expect((await foreign.delete(`/device/${nodeId}`)).status).toBe(404);
    const half = await site.admin.post('/appuser', {
      firstName: 'Half',
      lastName: 'Way',
      email: 'half@example.com',
      grants: [
        { permission: 'ORGANIZATION:View', entityId: null },
        { permission: 'NODE:View', entityId: null },
        { permission: 'NODE:Delete', entityId: elsewhere },
      ],
    });
    const seer = site.server.visitor();
    await seer.post('/activation', {
      token: String(half.body.activationLink).split('token=')[1],
      password: 'zeven paarse otters',
    });
    expect((await seer.delete(`/device/${nodeId}`)).status).toBe(403);
    expect((await site.device(nodeId)).id).toBe(nodeId);
  });

  it('does not delete a cloud monitor', async () => {
    expect((await site.admin.delete('/device/999999')).status).toBe(404);
  });
});

describe('an enrolment token', () => {
  const enroll = (token: Json | undefined) => site.server.visitor().post('/agent/enroll', enrollBody(String(token)));

  it('is listed until it is used up, and never told again (S9)', async () => {
    const { id, token } = (await site.admin.post('/device/enrollment', { ...site.place, uses: 2, days: 3 })).body;
    const listed = async () =>
      ((await site.admin.get('/device/enrollment')).body.items as unknown as Json[]).find((row) => row.id === id);
    expect(await listed()).toMatchObject({ uses: 2, used: 0, clientName: 'Northwind', createdBy: 'Ada Byron' });
    expect(JSON.stringify(await listed())).not.toContain(String(token));
    const days = (new Date(String((await listed())?.expiresAt)).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect((await enroll(token)).status).toBe(200);
    expect(await listed()).toMatchObject({ used: 1 });
    expect((await enroll(token)).status).toBe(200);
    expect(await listed()).toBeUndefined();
    expect((await enroll(token)).body.errorCode).toBe('enrollment_token_incorrect');
  });

  it('is refused once it was revoked, which the trail tells (S9)', async () => {
    const { id, token } = (await site.admin.post('/device/enrollment', site.place)).body;
    expect((await site.admin.delete(`/device/enrollment/${Number(id)}`)).status).toBe(200);
    expect((await enroll(token)).body.errorCode).toBe('enrollment_token_incorrect');
    expect((await site.admin.delete(`/device/enrollment/${Number(id)}`)).status).toBe(404);
    expect(await actionsOn(site.place.locationId)).toContain('ENROLLMENT_REVOKED');
  });

  it('of another organization is neither listed nor revoked (S9)', async () => {
    const { id, token } = (await site.admin.post('/device/enrollment', site.place)).body;
    const elsewhere = await otherOrganization('Nowhere');
    const foreign = await technician('Jean', ['ORGANIZATION:View', 'NODE:Create'], elsewhere);
    expect((await foreign.get('/device/enrollment')).body).toEqual({ items: [], total: 0 });
    expect((await foreign.delete(`/device/enrollment/${Number(id)}`)).status).toBe(404);
    expect((await enroll(token)).status).toBe(200);
  });

  it.each([{ uses: 0 }, { uses: 1001 }, { days: 0 }, { days: 91 }])('refuses %j by name', async (beyond) => {
    const { status, body } = await site.admin.post('/device/enrollment', { ...site.place, ...beyond });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual([`/${Object.keys(beyond)[0]}`]);
  });
});
