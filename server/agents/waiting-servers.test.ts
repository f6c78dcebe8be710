import { beforeAll, describe, expect, it } from 'vitest';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Json } from '#tests/server/visitor.ts';
import { makeEnrollment } from './make-enrollment.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const waiting = async () => (await site.admin.get('/device/server')).body as unknown as Json[];

describe('the machine of a server', () => {
  it('becomes a device only once an administrator chose its place (A13)', async () => {
    const { token } = await makeEnrollment(site.server.services.database, {}, new Date());
    const agent = startAgent(site.server.url, { token });
    await until(async () => expect(await waiting()).toHaveLength(1));
    expect((await site.admin.get('/device')).body.total).toBe(0);
    const id = Number((await waiting())[0]?.id);
    const technician = await signedInTechnician(site.server, site.admin, 'Grace', ['ORGANIZATION:View', 'NODE:Create']);
    expect((await technician.get('/device/server')).status).toBe(403);
    expect((await technician.post(`/device/server/${id}`, site.place)).status).toBe(403);
    const wrong = { ...site.place, locationId: 999_999 };
    expect((await site.admin.post(`/device/server/${id}`, wrong)).body.fields).toHaveProperty(['/locationId']);
    expect((await site.admin.post(`/device/server/${id}`, site.place)).status).toBe(200);
    const nodeId = await agent.nodeId();
    expect(await site.device(nodeId)).toMatchObject({ clientId: site.place.clientId, locationName: 'Delft' });
    expect(await waiting()).toEqual([]);
    const { items } = (await site.admin.get('/activity')).body;
    expect((items as unknown as Json[]).map(({ action }) => action)).toContain('SERVER_DEVICE_ADDED');
  });

  it('is not offered while its agent does not ask (A13)', async () => {
    const { id } = await makeEnrollment(site.server.services.database, {}, new Date());
    expect(await waiting()).toEqual([]);
    expect((await site.admin.post(`/device/server/${id}`, site.place)).status).toBe(404);
  });
});
