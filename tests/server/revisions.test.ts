import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#api/contract/catalogue.ts';
import { backupBody } from '../contract/backup-body.ts';
import { folderBody } from '../contract/folder-body.ts';
import { scanBody } from '../contract/network-scan-site.ts';
import {
  applicationBody,
  channelBody,
  credentialBody,
  makeVmHost,
  monitorBody,
  personBody,
  installBody,
  scriptBody,
  statusPageBody,
  webhookBody,
  policyBody,
} from '../contract/site.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Answer, Json, Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let place: { clientId: number; locationId: number };
let monitorId: number;
let probe: { nodeId: number; credentialId: number };

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  const { client } = (await admin.post('/client', { name: 'Ground', locations: [{ name: 'Office' }] })).body;
  place = { clientId: Number(client?.id), locationId: Number(client?.locations?.[0]?.id) };
  monitorId = Number((await admin.post('/cloudmonitor', monitorBody(place, 'Ground'))).body.cloudMonitor?.id);
  const { credential } = (await admin.post('/credential', credentialBody(place.clientId, 'Switches'))).body;
  const { rows } = await server.services.database.execute<{ id: number }>(sql`
    with probe as (insert into node (name, node_class, node_type, organization_id, location_id)
      values ('Probe', 'WINDOWS_SERVER', 'AGENT', ${place.clientId}, ${place.locationId}) returning id)
    insert into agent (node_id, key_hash, version, capabilities, last_seen_at) select id, 'x', '1', '{}', now() from probe returning node_id as id`);
  probe = { nodeId: Number(rows[0]?.id), credentialId: Number(credential?.id) };
});
afterAll(() => server.close());

interface Entity {
  path: string;
  /** In the reply of a save. */
  key: string;
  name: string;
  body(name: string): object;
  /** Adds it where `path` does not, and returns its id. */
  add?(): Promise<number>;
}

let host: Awaited<ReturnType<typeof addHost>>;
async function addHost() {
  const login = { ...place, credentialType: 'BASIC', name: 'ESXi', username: 'watcher', password: 'pw' };
  const { locationId: _, ...body } = login;
  const basicCredentialId = Number((await admin.post('/credential', body)).body.credential?.id);
  const userId = Number((await admin.get('/session')).body.id);
  return { ...(await makeVmHost(server, { userId, ...place, basicCredentialId }, 'revised')), basicCredentialId };
}

const entities: Record<string, Entity> = {
  saveOrganization: {
    path: '/client',
    key: 'client',
    name: 'name',
    body: (name) => ({ name, locations: [] }),
  },
  saveMonitor: {
    path: '/cloudmonitor',
    key: 'cloudMonitor',
    name: 'monitorName',
    body: (name) => ({
      ...monitorBody(place, name),
      authenticationType: 'BASIC',
      httpUsername: 'u',
      httpPassword: 'pw',
    }),
  },
  saveWebhook: { path: '/webhook', key: 'webhook', name: 'name', body: webhookBody },
  saveNotificationChannel: { path: '/notificationchannel', key: 'channel', name: 'name', body: channelBody },
  saveCredential: {
    path: '/credential',
    key: 'credential',
    name: 'name',
    body: (name) => credentialBody(place.clientId, name),
  },
  saveScript: { path: '/scripting/scripts', key: 'script', name: 'name', body: scriptBody },
  saveInstallAutomation: {
    path: '/scripting/scripts/upload-application',
    key: 'automation',
    name: 'name',
    body: installBody,
  },
  saveRunAutomation: {
    path: '/scripting/scripts/run-application',
    key: 'automation',
    name: 'name',
    body: applicationBody,
  },
  saveNetworkScan: {
    path: '/networkscan',
    key: 'networkScan',
    name: 'name',
    body: (name) => scanBody({ ...place, ...probe }, name),
  },
  // Its name is locked once it is saved.
  saveBackupJob: {
    path: '/backupjob',
    key: 'backupJob',
    name: 'jobComment',
    body: (jobComment) => backupBody(probe.nodeId, 'Nightly', { jobComment }),
  },
  // Its path is locked once it is saved.
  saveManagedFolder: {
    path: '/managedfolder',
    key: 'managedFolder',
    name: 'description',
    body: (description) => folderBody(probe.nodeId, '/srv/images', { description }),
  },
  savePolicy: { path: '/policy', key: 'policy', name: 'name', body: policyBody },
  saveTicketTemplate: {
    path: '/tickettemplate',
    key: 'ticketTemplate',
    name: 'name',
    body: (name) => ({ name, isDefault: true }),
  },
  saveStatusPage: {
    path: '/statuspage',
    key: 'statusPage',
    name: 'title',
    body: (title) => statusPageBody(title, monitorId),
  },
  saveVmHost: {
    path: '/node/vmhost',
    key: 'vmHost',
    name: 'name',
    body: (name) => ({
      ...place,
      delegateNodeId: host.delegateId,
      name,
      type: 'ESXI',
      hostname: 'esxi.example',
      apiPort: 443,
      credentialId: host.basicCredentialId,
      test: host.esxiTestId,
    }),
    async add() {
      host = await addHost();
      return host.vmHostId;
    },
  },
  saveUser: {
    path: '/appuser',
    key: 'appuser',
    name: 'firstName',
    body: (firstName) => ({ ...personBody('revised'), firstName }),
  },
};
const ifMatch = (revision: unknown) => ({ 'if-match': `"${String(revision)}"` });

it('takes a revision in every save of an entity that can be edited', () => {
  const revised = calls.filter(([, call]) => 'revised' in call);
  expect(revised.map(([name]) => name).toSorted()).toEqual(Object.keys(entities).toSorted());
  for (const [name, { errors }] of revised) expect(errors, name).toContain('conflict');
});

describe.each(Object.entries(entities))('%s', (save, { path, key, name, body, add }) => {
  let address: string;
  const read = async () => (await admin.get(address)).body;
  const must = async (answer: Promise<Answer>): Promise<Json> => {
    const { status, body: said } = await answer;
    expect(status, JSON.stringify(said)).toBe(200);
    return said;
  };
  beforeAll(async () => {
    const id = add ? await add() : Number((await must(admin.post(path, body('First'))))[key]?.id);
    address = `${path}/${id}`;
  });

  it('refuses a stale revision with the stored entity, and changes nothing', async () => {
    const began = await read();
    await must(admin.put(address, body('Theirs'), ifMatch(began.revision)));
    const stored = await read();
    expect(Number(stored.revision)).toBeGreaterThan(Number(began.revision));
    const refused = await admin.put(address, body('Mine'), ifMatch(began.revision));
    expect(refused).toMatchObject({
      status: 412,
      body: { errorCode: 'conflict', conflict: { by: 'Ada Byron', at: expect.any(String) } },
    });
    // What a read answers, and so no secret.
    expect(refused.body.conflict?.current).toEqual(stored);
    expect(await read()).toEqual(stored);
    await must(admin.put(address, body('Merged'), ifMatch(stored.revision)));
    expect((await read())[name]).toBe('Merged');
  });

  it('answers a repeated request as the first time, which is no conflict', async () => {
    const { revision } = await read();
    const headers = { ...ifMatch(revision), 'idempotency-key': randomUUID() };
    const first = await must(admin.put(address, body('Once'), headers));
    expect(await must(admin.put(address, body('Once'), headers))).toEqual(first);
    expect((await read()).revision).toBe(first[key]?.revision);
    const other = await admin.put(address, body('Once'), { ...headers, ...ifMatch(999) });
    expect(other.body).toMatchObject({ errorCode: 'idempotency_key_reused' });
  });

  it('lets one of two saves through that come at once on the same revision', async () => {
    const { revision } = await read();
    const both = await Promise.all(['Left', 'Right'].map((each) => admin.put(address, body(each), ifMatch(revision))));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const through = both.find(({ status }) => status === 200)?.body[key];
    expect((await read())[name]).toBe(through?.[name]);
  });

  it('saves without a revision, as API clients may, and refuses what is none', async () => {
    const before = await read();
    await must(admin.put(address, body('Unasked')));
    // Scripts and other automations share their names.
    await must(admin.put(address, body(`Any ${save}`), { 'if-match': '*' }));
    expect(Number((await read()).revision)).toBeGreaterThan(Number(before.revision));
    expect((await admin.put(address, body('Odd'), { 'if-match': 'W/"7"' })).body).toMatchObject({
      errorCode: 'invalid_input',
      fields: { '/If-Match': expect.any(String) },
    });
  });
});

it('refuses a monitor that was paused meanwhile, and says who paused it', async () => {
  const address = `/cloudmonitor/${monitorId}`;
  const running = await admin.put(address, { ...monitorBody(place, 'Running'), enabled: true });
  const revision = running.body.cloudMonitor?.revision;
  await admin.post('/cloudmonitor/bulk', { act: 'PAUSE', ids: [monitorId] });
  const { status, body } = await admin.put(address, monitorBody(place, 'Mine'), ifMatch(revision));
  expect(status).toBe(412);
  expect(body.conflict).toMatchObject({ by: 'Ada Byron', current: { enabled: false, monitorName: 'Running' } });
});

it('refuses a user who changed their own name meanwhile', async () => {
  const { id } = (await admin.get('/session')).body;
  const { revision } = (await admin.get(`/appuser/${Number(id)}`)).body;
  await admin.put('/profile', { firstName: 'Augusta' });
  const { body } = await admin.put(`/appuser/${Number(id)}`, personBody('Mine'), ifMatch(revision));
  expect(body).toMatchObject({ errorCode: 'conflict', conflict: { current: { firstName: 'Augusta' } } });
});
