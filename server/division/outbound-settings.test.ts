import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookPeer, type HookPeer } from '#tests/fixtures/receivers.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import type { Visitor } from '#tests/server/visitor.ts';

let server: TestServer;
let admin: Visitor;
let peer: HookPeer;
let place: { clientId: number; locationId: number };

beforeAll(async () => {
  server = await startTestServer({ ownAddresses: false });
  admin = await server.signInAsAdmin();
  peer = await hookPeer();
  const { body } = await admin.post('/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
  place = { clientId: Number(body.client?.id), locationId: Number(body.client?.locations?.[0]?.id) };
});
afterAll(async () => {
  await peer.close();
  await server.close();
});

const ownSetting = 'Allow this server’s own addresses';

const testMonitor = async (more: Record<string, unknown>) => {
  const basis = { enabled: true, ...place, monitorName: 'Tried', frequency: 60, timeout: 2 };
  const { body } = await admin.post('/cloudmonitor/test', { monitor: { ...basis, ...more } });
  return body;
};
const http = (httpHostname: string) =>
  testMonitor({
    monitorType: 'HTTP',
    httpHostname,
    methodType: 'GET',
    authenticationType: 'NONE',
    saveResponseBody: false,
    saveCertificateInformation: false,
    requestBodyType: 'NONE',
  });

describe('the outbound settings of a new installation', () => {
  it('refuses a monitor of this server’s own port and names the setting (S12)', async () => {
    const body = await http(`${server.url}/metrics`);
    expect(body).toMatchObject({ result: { ok: false, error: 'address_refused' } });
    expect(body.result?.message).toContain(ownSetting);
  });

  it('refuses a mail server on this computer to an email monitor (S12)', async () => {
    const body = await testMonitor({
      monitorType: 'EMAIL',
      emailOption: 'SEND',
      senderEmail: 'a@example.com',
      receiverEmail: 'b@example.com',
      smtpHostname: '127.0.0.1',
      smtpPort: 25,
    });
    expect(JSON.stringify(body)).toContain(ownSetting);
  });

  it('refuses a webhook and a channel to loopback until an administrator allows it (S12)', async () => {
    const hook = { name: 'Hook', url: peer.url, events: ['user.changed'] };
    const channel = { channelType: 'WEBHOOK', name: 'Channel', url: peer.url };
    const hookId = Number((await admin.post('/webhook', hook)).body.webhook?.id);
    const channelId = Number((await admin.post('/notificationchannel', channel)).body.channel?.id);
    const tries = async () => {
      const one = (await admin.post(`/webhook/${hookId}/test`)).body.delivery;
      const other = (await admin.post(`/notificationchannel/${channelId}/test`)).body.deliveries?.[0];
      return [one, other];
    };
    for (const delivery of await tries()) expect(delivery?.error).toContain(ownSetting);
    expect(peer.requests).toHaveLength(0);
    await admin.put('/division', { allowOwnAddresses: true });
    for (const delivery of await tries()) expect(delivery).toMatchObject({ state: 'delivered' });
    await admin.put('/division', { allowOwnAddresses: false });
  });

  it('keeps the allowlist of webhooks and channels apart from that of monitors (S12)', async () => {
    const url = 'http://10.255.255.1:9/';
    const hook = { name: 'Private', url, events: ['user.changed'] };
    const id = Number((await admin.post('/webhook', hook)).body.webhook?.id);
    const { error } = (await admin.post(`/webhook/${id}/test`)).body.delivery ?? {};
    expect(error).toContain('Networks that deliveries may reach');
    // Monitors may reach private networks by default, so this fails in the network, not by policy.
    expect((await http(url)).result?.error).not.toBe('address_refused');
    await admin.put('/division', { monitorNetworks: '' });
    const refused = await http(url);
    expect(refused.result?.message).toContain('Networks that monitors may reach');
  });

  it('refuses what is no list of networks, with words on the field (S12)', async () => {
    const { status, body } = await admin.put('/division', { monitorNetworks: '10.0.0.0/8, office' });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['/monitorNetworks']]);
    expect((await admin.put('/division', { deliveryNetworks: '127.0.0.0/8' })).body.fields).toHaveProperty(
      '/deliveryNetworks',
    );
  });
});
