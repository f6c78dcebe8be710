// A test of a credential by a network probe, from the call to what a person reads (F22-09).
import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentOptions } from '#agent/agent.ts';
import { addPerson, credentialBody } from '#tests/contract/site.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';

type Test = NonNullable<NonNullable<AgentOptions['methods']>['credential.test']>;

let site: Awaited<ReturnType<typeof startSite>>;
let credential: number;
let probe: number;
/** What the probe was sent. */
let asked: Parameters<Test>[0] | undefined;
const found = { result: 'invalid', reason: 'no_answer', name: 'core\u0000-1' } as const;
beforeAll(async () => {
  site = await startSite();
  credential = await added(site.place.clientId, { community: 'hush hush' });
  const agent = startAgent(site.server.url, {
    token: await site.freshToken(),
    methods: {
      async 'credential.test'(params) {
        asked = params;
        return found;
      },
    },
    until: 'file',
  });
  probe = await agent.nodeId();
  await until(async () => {
    if (String(await site.deviceState(probe)) !== 'online') throw new Error('the probe is not connected yet');
  });
});

async function added(clientId: number, more: object = {}): Promise<number> {
  const { body } = await site.admin.post('/credential', { ...credentialBody(clientId, `Of ${clientId}`), ...more });
  return Number(body['credential']?.['id']);
}

const command = (id: number, address = '192.0.2.7') => ({
  method: 'credential.test',
  params: { address, credential: id },
});

describe('a test of a credential', () => {
  it('is done by the probe with the secret, which nothing that is stored or listed has', async () => {
    const { body } = await site.admin.post(`/device/${probe}/command`, command(credential));
    const run = () => site.admin.get(`/run/${String(body['id'])}`);
    await until(async () => expect((await run()).body).toMatchObject({ state: 'done' }));
    expect((await run()).body['result']).toEqual({ ...found, name: 'core -1' });
    expect(asked).toEqual({ address: '192.0.2.7', credential: { credentialType: 'SNMP_V2C', community: 'hush hush' } });
    const { body: listed } = await site.admin.get(`/device/${probe}/command`);
    expect(listed).toMatchObject({ items: [{ params: { address: '192.0.2.7', credential } }] });
    expect(JSON.stringify([listed, (await run()).body])).not.toContain('hush');
  });

  it('signs in by telnet or SSH with the user name and the password (F22-08)', async () => {
    const login = { credentialType: 'TELNET_SSH', community: undefined, username: 'root', password: 'hush hush' };
    const id = await added(site.place.clientId, { ...login, name: 'Consoles' });
    const { body } = await site.admin.post(`/device/${probe}/command`, command(id));
    const run = () => site.admin.get(`/run/${String(body['id'])}`);
    await until(async () => expect((await run()).body).toMatchObject({ state: 'done' }));
    const sent = { credentialType: 'TELNET_SSH', username: 'root', password: 'hush hush' };
    expect(asked).toEqual({ address: '192.0.2.7', credential: sent });
    expect(JSON.stringify((await run()).body)).not.toContain('hush');
  });

  it('is for who may change the organization (F22-02, F22-03)', async () => {
    const { clientId } = site.place;
    const of = (...names: string[]) => names.map((permission) => ({ permission, entityId: clientId }));
    const technician = await addPerson(site.server, site.admin, 'Technician');
    const start = () => technician.who.post(`/device/${probe}/command`, command(credential));
    await technician.may(of('ORGANIZATION:View', 'NODE:View', 'NODE:Create', 'NODE:Update'));
    expect((await start()).status).toBe(403);
    await technician.may(of('ORGANIZATION:View', 'NODE:View', 'ORGANIZATION:Update'));
    expect((await start()).status).toBe(200);
  });

  it('takes an SNMP, telnet or SSH credential of the organization of the probe, and an address', async () => {
    const elsewhere = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const others = await added(Number(elsewhere.body['client']?.['id']));
    const login = { credentialType: 'BASIC', community: undefined, username: 'root', password: 'hush' };
    const basic = await added(site.place.clientId, { ...login, name: 'Login' });
    for (const id of [others, basic, 999_999])
      expect((await site.admin.post(`/device/${probe}/command`, command(id))).body.fields).toEqual({
        '/params': 'A credential is not one of the organization',
      });
    const { body } = await site.admin.post(`/device/${probe}/command`, command(credential, '-f 192.0.2.7'));
    expect(Object.keys(body.fields ?? {})).toEqual(['/params/address']);
  });
});
