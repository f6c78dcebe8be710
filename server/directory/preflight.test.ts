// The check of computers before the agent is installed on them (F04-15), by a real agent whose sign-ins are replaced.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentPreflight, PreflightResult } from '#api/contract/agent-methods/deployment.ts';
import { addPerson, type Person } from '#tests/contract/site.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let technician: Person;
let controller: number;
let credential: number;
/** What the agent says of a computer, and what it was asked. */
let said: (request: AgentPreflight) => PreflightResult | Promise<PreflightResult>;
let asked: AgentPreflight[];

const granted = (...names: string[]) => names.map((permission) => ({ permission, entityId: site.place.clientId }));
const ready: PreflightResult = { code: 'ready', message: '', hostKey: '' };
const key = `SHA256:${'C'.repeat(43)}`;

async function newController(): Promise<number> {
  const preflight = async (request: AgentPreflight) => {
    asked.push(request);
    return said(request);
  };
  const id = await startAgent(site.server.url, {
    token: await site.freshToken(),
    preflight,
    until: 'file',
  }).nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  return id;
}

const run = (query: ReturnType<typeof sql>) => site.server.services.database.execute<{ id: number }>(query);

/** A computer of a directory that was decided about. */
async function computer(name: string, more: { status?: string; credential?: number; controller?: number } = {}) {
  const { status = 'PENDING' } = more;
  const place = status === 'REJECTED' ? null : site.place.locationId;
  const { rows } = await run(sql`
    insert into directory_device (organization_id, object_guid, name, host_name, os, is_server, ou_path, domain_controller_id,
      credential_id, status, location_id)
    values (${site.place.clientId}, ${randomUUID()}, ${name}, ${`${name.toLowerCase()}.corp.test`}, 'Windows 11 Pro', false,
      'DC=corp,DC=test', ${more.controller ?? controller}, ${more.credential ?? credential}, ${status}, ${place})
    returning id`);
  return Number(rows[0]?.id);
}

const check = (ids: number[], { who } = technician) => who.post('/activedirectory/device/preflight', { ids });

interface Listed {
  name: string;
  isChecking: boolean;
  deployment: string;
  preflight: { code: string; reason: string } | null;
}
const listed = async (name: string) => {
  const { body } = await technician.who.get(`/activedirectory/device?limit=100&search=${name}`);
  return (body as unknown as { items: Listed[] }).items.find((one) => one.name === name);
};
const checked = async (name: string) => {
  await until(async () => expect(await listed(name)).toMatchObject({ isChecking: false, preflight: {} }));
  return (await listed(name))?.preflight;
};

beforeAll(async () => {
  asked = [];
  site = await startSite();
  technician = await addPerson(site.server, site.admin, 'Technician');
  await technician.may(granted('ORGANIZATION:View', 'NODE:View', 'NODE:Create'));
  controller = await newController();
  credential = await addedCredential('Domain');
});
beforeEach(() => {
  asked = [];
  said = () => ready;
});
afterEach(() => run(sql`delete from directory_device`));

async function addedCredential(name: string): Promise<number> {
  const body = { clientId: site.place.clientId, name, credentialType: 'BASIC', username: 'ada', password: 'hush' };
  return Number((await site.admin.post('/credential', body)).body['credential']?.['id']);
}

describe('computers of a directory', () => {
  it('are signed in at with their credential, and nothing is installed (F04-15)', async () => {
    const id = await computer('PC1');
    said = () => ({ ...ready, hostKey: key });
    expect((await check([id, id])).body).toEqual({ checking: 1 });
    expect(await checked('PC1')).toMatchObject({
      code: 'ready',
      reason: 'The name resolves, the computer answers and the credential is accepted.',
    });
    expect(asked).toEqual([{ host: 'pc1.corp.test', username: 'ada', password: 'hush', hostKey: '' }]);
    expect((await listed('PC1'))?.deployment).toBe('none');
    // The password goes only to the computer that had this key from now on; an empty key in an answer does not replace it.
    said = () => ({ code: 'host_key_changed', message: '', hostKey: '' });
    await check([id]);
    await until(() => expect(asked).toHaveLength(2));
    await checked('PC1');
    await check([id]);
    await until(() => expect(asked).toHaveLength(3));
    expect(asked.map(({ hostKey }) => hostKey)).toEqual(['', key, key]);
  });

  it('say what would stop the installation, and what can be done about it', async () => {
    const ends = {
      name_unknown: 'The name of the computer does not resolve from the domain controller. Check its DNS entry. Said.',
      timed_out: 'The computer did not check the credential in time. Check again. Said.',
    } as const;
    for (const [code, reason] of Object.entries(ends)) {
      said = () => ({ code: code as keyof typeof ends, message: 'Said.', hostKey: '' });
      await check([await computer(code)]);
      expect(await checked(code)).toMatchObject({ code, reason });
    }
  });

  it('are left alone once one refused the credential, so that the account is not locked', async () => {
    const other = await addedCredential('Local');
    const ids = [await computer('FIRST'), await computer('SECOND'), await computer('OTHER', { credential: other })];
    said = ({ host }) => ({
      code: host.startsWith('other') ? 'ready' : 'credential_refused',
      message: '',
      hostKey: '',
    });
    expect((await check(ids)).body).toEqual({ checking: 3 });
    expect(await checked('FIRST')).toMatchObject({ code: 'credential_refused' });
    expect(await checked('SECOND')).toMatchObject({
      code: 'not_tried',
      reason:
        'FIRST refused the same credential: this computer was not tried, so that the account is not locked. Correct the credential, then check again.',
    });
    expect(await checked('OTHER')).toMatchObject({ code: 'ready' });
    expect(asked.map(({ host }) => host)).toEqual(['first.corp.test', 'other.corp.test']);
  });

  it('need a name that can be one, and a credential', async () => {
    const named = await computer('A;B');
    const removed = await addedCredential('Removed soon');
    const without = await computer('WITHOUT', { credential: removed });
    await site.admin.delete(`/credential/${removed}`);
    await check([named, without]);
    expect(await checked('A;B')).toMatchObject({ code: 'name_unknown' });
    expect(await checked('WITHOUT')).toMatchObject({
      code: 'no_credential',
      reason: 'The credential was removed. Discover the computer again with another one.',
    });
    expect(asked).toEqual([]);
  });

  it('are not checked where they are rejected, devices already, or their domain controller cannot', async () => {
    const refusal = async (...ids: number[]) => {
      const { status, body } = await check(ids);
      return [status, body.fields?.['/ids'] ?? body['errorCode']];
    };
    const good = await computer('GOOD');
    const rejected = await computer('REJECTED', { status: 'REJECTED' });
    expect(await refusal(good, rejected)).toEqual([400, 'Only pending and approved computers can be checked.']);
    const installed = await computer('INSTALLED');
    await run(sql`update directory_device set node_id = ${controller} where id = ${installed}`);
    expect(await refusal(good, installed)).toEqual([409, 'directory_device_installed']);
    const { nodeId: silent } = await site.enrolled();
    const far = await computer('FAR', { controller: silent });
    expect(await refusal(good, far)).toEqual([409, 'device_offline']);
    await run(sql`update directory_device set domain_controller_id = null where id = ${far}`);
    expect(await refusal(good, far)).toEqual([409, 'device_offline']);
    await run(
      sql`update agent set capabilities = array_remove(capabilities, 'preflight@1') where node_id = ${controller}`,
    );
    expect(await refusal(good)).toEqual([400, expect.stringContaining('it lacks preflight@1')]);
    await run(
      sql`update agent set capabilities = array_append(capabilities, 'preflight@1') where node_id = ${controller}`,
    );
    expect(asked).toEqual([]);
    expect((await listed('GOOD'))?.isChecking).toBe(false);
  });

  it('are sent no password once somebody rejected them', async () => {
    const ids = [await computer('BUSY'), await computer('UNWANTED')];
    said = async () => {
      await technician.who.post(`/activedirectory/device/${ids[1]}/status`, { status: 'REJECTED' });
      return ready;
    };
    expect((await check(ids)).body).toEqual({ checking: 2 });
    expect(await checked('BUSY')).toMatchObject({ code: 'ready' });
    expect(await listed('UNWANTED')).toMatchObject({ isChecking: false, preflight: null });
    expect(asked.map(({ host }) => host)).toEqual(['busy.corp.test']);
  });

  it('are checked by who may add devices there, which the audit log tells', async () => {
    const id = await computer('SEEN');
    const viewer = await addPerson(site.server, site.admin, 'Sees');
    await viewer.may(granted('ORGANIZATION:View', 'NODE:View'));
    expect((await check([id], viewer)).status).toBe(403);
    const elsewhere = await site.admin.post('/client', { name: 'Fabrikam', locations: [{ name: 'Main' }] });
    const entityId = Number(elsewhere.body['client']?.['id']);
    // Whoever sees the organization, and may add devices to another one alone.
    await viewer.may([...granted('ORGANIZATION:View', 'NODE:View'), { permission: 'NODE:Create', entityId }]);
    expect((await check([id], viewer)).status).toBe(404);
    expect((await check([id])).status).toBe(200);
    const { rows } = await site.server.services.database.execute<{ summary: string }>(sql`
      select summary from audit where action = 'DIRECTORY_DEVICES_CHECKED' order by id desc limit 1`);
    expect(rows[0]?.summary).toBe('Checked whether the agent can be installed on “SEEN”');
    await checked('SEEN');
  });
});
