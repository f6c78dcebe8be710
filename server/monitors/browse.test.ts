// Reading the objects of a target asks the same of whoever asks as Test now: it sends requests from this server.
import { describe, expect, it } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Visitor } from '#tests/server/visitor.ts';

const world = monitorWorld();

describe('the objects of a target', () => {
  const agent = (more: Record<string, unknown> = {}) => ({
    enabled: true,
    ...world.place,
    monitorType: 'SNMP',
    monitorName: 'Switch',
    frequency: 60,
    timeout: 1,
    hostname: '127.0.0.1',
    snmpPort: 9,
    snmpVersion: 'V2C',
    snmpCommunity: 'a community',
    snmpOid: '1.3.6.1.2.1.1.3.0',
    snmpRetries: 0,
    ...more,
  });
  const browse = (more: Record<string, unknown> = {}, who: Visitor = world.admin, id?: number) =>
    who.post('/cloudmonitor/browse', { ...(id !== undefined && { id }), monitor: agent(more), below: '1.3.6.1.2.1' });

  it('say why they cannot be read, with an audit row for each time', async () => {
    expect(await browse()).toMatchObject({
      status: 200,
      body: { objects: [], more: false, failure: expect.stringMatching(/port 9|failed|did not answer/) },
    });
    const { body } = await world.admin.get('/activity?search=objects%20of%20127.0.0.1&limit=5');
    expect(body['items']?.[0]).toMatchObject({ summary: 'Read the objects of 127.0.0.1 below 1.3.6.1.2.1' });
  });

  it('are not read of an address that monitors may not reach', async () => {
    const { body } = await browse({ hostname: '169.254.169.254' });
    expect(body['failure']).toContain('169.254.169.254');
    await world.admin.put('/division', { allowOwnAddresses: false });
    const own = await browse();
    await world.admin.put('/division', { allowOwnAddresses: true });
    expect(own.body['failure']).toContain('127.0.0.1');
    expect(own.body['failure']).not.toContain('did not answer');
  });

  it('name the field that is missing', async () => {
    expect((await browse({ snmpCommunity: undefined })).body.fields).toEqual({ '/monitor/snmpCommunity': 'Required' });
  });

  it('are read for nobody who may only look, in no foreign place, and with no stored community for another server', async () => {
    const viewer = await signedInTechnician(world.cairn, world.admin, 'Vera', ['NODE:View', 'ORGANIZATION:View']);
    expect((await browse({}, viewer)).status).toBe(403);
    const id = await world.add(agent({ enabled: false }));
    const stored = { snmpCommunity: undefined };
    expect((await browse(stored, world.admin, id)).status).toBe(200);
    expect((await browse({ ...stored, hostname: '127.0.0.2' }, world.admin, id)).body.fields).toEqual({
      '/monitor/snmpCommunity': 'Required',
    });
    expect((await browse(stored, viewer, id)).status).toBe(403);
    expect((await browse({ clientId: 999_999 })).status).toBe(400);
  });
});
