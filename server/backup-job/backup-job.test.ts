// Backup jobs of a device (F06): from the request to what its agent keeps.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { backupBody, shareBody } from '#tests/contract/backup-body.ts';
import { addPerson } from '#tests/contract/site.ts';
import { greetedSocket, startAgent, startSite, temporaryDirectory, until } from '#tests/server/agent-rig.ts';
import { agentKeeping } from '#tests/server/state-rig.ts';
import type { Json } from '#tests/server/visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const execute = (query: ReturnType<typeof sql>) =>
  site.server.services.database.execute<Record<string, unknown>>(query);
const add = async (body: object) => {
  const { status, body: said } = await site.admin.post('/backupjob', body);
  if (status !== 200) throw new Error(JSON.stringify(said));
  return said.backupJob as Json & { id: number };
};
const fieldsOf = async (answer: Promise<{ body: Json }>) => (await answer).body.fields ?? {};
const delivery = async (nodeId: number) =>
  (await site.admin.get(`/device/${nodeId}/backupjob`)).body['delivery'] as Json;

const runningAgent = () => agentKeeping(site, 'backup-jobs');

describe('backup jobs', () => {
  it('store what was asked, without what the types do not ask for (F06-31, F06-34 … F06-39, F06-44)', async () => {
    const { nodeId } = await site.enrolled();
    const job = await add({
      ...backupBody(nodeId, ' Nightly '),
      splitImageFileSize: 2048,
      networkUserName: 'nobody',
      scheduleType: 'MONTHLY_VSS_ONLY',
      dayOfMonth: [1, 15],
      fullStopTime: '06:00',
      fullInterval: 2,
    });
    expect(job).toMatchObject({ jobName: 'Nightly', dayOfMonth: [1, 15], fullInterval: 2, passwordSet: false });
    for (const name of ['splitImageFileSize', 'networkUserName', 'fullDays', 'incrementalDays'])
      expect(job).not.toHaveProperty(name);
    expect((await site.admin.get(`/backupjob/${job.id}`)).body).toEqual(job);
  });

  it('are judged by the screens of the wizard (F06-43)', async () => {
    const { nodeId } = await site.enrolled();
    const refused = (more: object) => fieldsOf(site.admin.post('/backupjob', backupBody(nodeId, 'Wrong', more)));
    expect(await refused({ volumes: ['data'] })).toHaveProperty('/volumes/0');
    expect(await refused({ localDestinationPath: undefined })).toHaveProperty('/localDestinationPath');
    expect(await refused({ incrementalInterval: 14 })).toHaveProperty('/incrementalInterval');
    expect(await refused({ passwordType: 'PASSWORD' })).toHaveProperty('/password');
    expect(await refused({ retentionPolicy: 'IMAGE_COUNT', retentionImageCount: undefined })).toHaveProperty(
      '/retentionImageCount',
    );
    // Minutes for a weekly schedule are no hours for a monthly one (F06-24).
    expect(await refused({ scheduleType: 'MONTHLY', dayOfMonth: [1], incrementalInterval: 60 })).toHaveProperty(
      '/incrementalInterval',
    );
  });

  it('have each name once on a device, in any case, and at most 16 on one', async () => {
    const { nodeId } = await site.enrolled();
    const names = Array.from({ length: 16 }, (_, index) => `Job ${index}`);
    for (const name of names) await add(backupBody(nodeId, name));
    expect(await fieldsOf(site.admin.post('/backupjob', backupBody(nodeId, 'One more')))).toHaveProperty('/jobName');
    const other = await site.enrolled();
    await add(backupBody(other.nodeId, 'Job 1'));
    expect(await fieldsOf(site.admin.post('/backupjob', backupBody(other.nodeId, 'JOB 1')))).toHaveProperty('/jobName');
  });

  it('refuse a change of what is locked in EDIT (F06-06, F06-09, F06-10, F06-15, F06-40)', async () => {
    const { nodeId } = await site.enrolled();
    const other = await site.enrolled();
    const { id } = await add(backupBody(nodeId, 'Locked'));
    const changed = {
      nodeId: other.nodeId,
      jobName: 'Other',
      compressionType: 'HIGH',
      splitImageFile: true,
      splitImageFileSize: 2048,
      passwordType: 'PASSWORD_FILEPATH',
      passwordPath: '/key',
    };
    const fields = await fieldsOf(site.admin.put(`/backupjob/${id}`, { ...backupBody(nodeId, 'Locked'), ...changed }));
    expect(Object.keys(fields).toSorted()).toEqual(
      ['compressionType', 'jobName', 'nodeId', 'passwordType', 'splitImageFile', 'splitImageFileSize'].map(
        (name) => `/${name}`,
      ),
    );
  });

  it('never return a secret, keep it sealed, and leave it out of the audit trail (F06-32, F06-33)', async () => {
    const { nodeId } = await site.enrolled();
    const secret = { passwordType: 'PASSWORD', password: 'image secret' };
    const job = await add(shareBody(nodeId, 'Sealed', secret));
    expect(job).toMatchObject({ networkPasswordSet: true, passwordSet: true });
    const { rows } = await execute(sql`select settings, secrets from backup_job where id = ${job.id}`);
    const { rows: audited } = await execute(
      sql`select * from audit where entity_type = 'BACKUP_JOB' and entity_id = ${String(job.id)}`,
    );
    expect(audited).toHaveLength(1);
    expect(JSON.stringify([job, rows, audited])).not.toMatch(/share secret|image secret/);
  });

  it('keep a secret that is left out, and ask for it again where the share or the user is another', async () => {
    const { nodeId } = await site.enrolled();
    const body = shareBody(nodeId, 'Kept');
    const { id } = await add(body);
    const unasked = { ...body, networkPassword: undefined };
    const sealed = async () =>
      (await execute(sql`select secrets from backup_job where id = ${id}`)).rows[0]?.['secrets'];
    const before = await sealed();
    expect((await site.admin.put(`/backupjob/${id}`, { ...unasked, jobComment: 'Changed' })).status).toBe(200);
    expect(await sealed()).toEqual(before);
    for (const more of [
      { networkDestinationPath: '\\\\elsewhere\\backups' },
      { networkUserName: 'other' },
      { networkDomain: 'OTHER' },
    ])
      expect(await fieldsOf(site.admin.put(`/backupjob/${id}`, { ...unasked, ...more }))).toHaveProperty(
        '/networkPassword',
      );
    const local = backupBody(nodeId, 'Kept');
    expect((await site.admin.put(`/backupjob/${id}`, local)).body.backupJob).toMatchObject({
      networkPasswordSet: false,
    });
    expect(await sealed()).toEqual({});
  });

  it('are read by who sees the device, and changed and tested by who may change it', async () => {
    const { nodeId } = await site.enrolled();
    const { id } = await add(backupBody(nodeId, 'Guarded'));
    const person = await addPerson(site.server, site.admin, 'Viewer');
    const { clientId: entityId } = site.place;
    const see = ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId }));
    const test = { nodeId, destinationType: 'LOCAL', localDestinationPath: '/tmp' };
    const statuses = async () => [
      (await person.who.get(`/device/${nodeId}/backupjob`)).status,
      (await person.who.get(`/backupjob/${id}`)).status,
      (await person.who.post('/backupjob', backupBody(nodeId, 'Mine'))).status,
      (await person.who.put(`/backupjob/${id}`, backupBody(nodeId, 'Guarded'))).status,
      (await person.who.post('/backupjob/test', test)).status,
      (await person.who.delete(`/backupjob/${id}`)).status,
    ];
    await person.may(see);
    expect(await statuses()).toEqual([200, 403, 403, 403, 403, 403]);
    // The permission for another organization is none for this one.
    const { client } = (await site.admin.post('/client', { name: 'Elsewhere', locations: [{ name: 'There' }] })).body;
    await person.may([...see, { permission: 'NODE:Update', entityId: Number(client?.id) }]);
    expect(await statuses()).toEqual([200, 403, 403, 403, 403, 403]);
    await person.may([...see, { permission: 'NODE:Update', entityId }]);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('the desired state of a device', () => {
  it('reaches the agent, which stores it for itself alone and acknowledges it', async () => {
    const { nodeId, file, kept } = await runningAgent();
    expect(await delivery(nodeId)).toMatchObject({ state: 'none', version: 0 });
    await add(shareBody(nodeId, 'Delivered'));
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 1, reason: '' }));
    expect(kept()).toMatchObject({
      version: 1,
      document: { jobs: [{ jobName: 'Delivered', networkPassword: 'share secret' }] },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await delivery(nodeId))['at']).toBe(kept()['appliedAt']);
  });

  it('gets another version with every change, the removal too', async () => {
    const { nodeId, kept } = await runningAgent();
    const { id } = await add(backupBody(nodeId, 'Changed'));
    await site.admin.put(`/backupjob/${id}`, backupBody(nodeId, 'Changed', { enabled: false }));
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 2 }));
    expect(kept()).toMatchObject({ document: { jobs: [{ enabled: false }] } });
    await site.admin.delete(`/backupjob/${id}`);
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 3 }));
    expect(kept()).toMatchObject({ document: { jobs: [] } });
  });

  it('is refused with the reason, and the agent keeps what it had', async () => {
    const { nodeId, kept } = await runningAgent();
    const { id } = await add(backupBody(nodeId, 'Good'));
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 1 }));
    await site.admin.put(`/backupjob/${id}`, backupBody(nodeId, 'Good', { volumes: ['/no-such-volume'] }));
    await until(async () =>
      expect(await delivery(nodeId)).toMatchObject({
        state: 'refused',
        version: 2,
        reason: 'This computer has no volume /no-such-volume (backup job “Good”).',
      }),
    );
    expect(kept()).toMatchObject({ version: 1 });
  });

  it('waits for an agent that is not connected, and is told again to one that lost it', async () => {
    const { agent, nodeId, file, kept } = await runningAgent();
    await agent.stop();
    await add(backupBody(nodeId, 'Later'));
    expect(await delivery(nodeId)).toMatchObject({ state: 'waiting', version: 1, at: null });
    const again = startAgent(site.server.url, { dataDirectory: agent.dataDirectory });
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 1 }));
    const first = kept()['appliedAt'];
    await again.stop();
    const third = startAgent(site.server.url, { dataDirectory: agent.dataDirectory });
    await until(async () => expect((await site.device(nodeId))['status']).toMatchObject({ state: 'online' }));
    // The same version keeps the time at which it was applied first.
    expect((await delivery(nodeId))['at']).toBe(first);
    await third.stop();
    rmSync(file);
    startAgent(site.server.url, { dataDirectory: agent.dataDirectory });
    await until(() => expect(kept()).toMatchObject({ version: 1 }));
  });

  it('says in words that an older agent cannot have it', async () => {
    const { nodeId, key } = await site.enrolled();
    await greetedSocket(site.server, key);
    await add(backupBody(nodeId, 'Too new'));
    expect(await delivery(nodeId)).toMatchObject({ state: 'unable', version: 1 });
  });
});

describe('the test of a destination', () => {
  const test = async (nodeId: number, localDestinationPath: string) =>
    (await site.admin.post('/backupjob/test', { nodeId, destinationType: 'LOCAL', localDestinationPath })).body;

  it('is made by the agent: the folder exists, it can write there, and the space is free', async () => {
    const { nodeId } = await runningAgent();
    await until(async () => expect((await site.device(nodeId))['status']).toMatchObject({ state: 'online' }));
    const folder = temporaryDirectory();
    expect(await test(nodeId, folder)).toMatchObject({
      outcome: 'passed',
      freeBytes: expect.any(Number),
      checks: ['path', 'write', 'space'].map((check) => expect.objectContaining({ check, outcome: 'passed' })),
    });
    expect(await test(nodeId, join(folder, 'missing'))).toMatchObject({
      outcome: 'failed',
      checks: [{ check: 'path' }],
    });
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await test(nodeId, file)).toMatchObject({
      outcome: 'failed',
      checks: [{ text: `${file} is not a folder.` }],
    });
  });

  it('says that it was not made where the agent is away, or older', async () => {
    const { nodeId, key } = await site.enrolled();
    expect(await test(nodeId, '/srv')).toMatchObject({ outcome: 'open', checks: [{ check: 'agent' }] });
    await greetedSocket(site.server, key);
    expect(String((await test(nodeId, '/srv'))['checks']?.[0]?.text)).toContain('Install the agent of this server');
  });

  it('uses the stored password for its own share alone', async () => {
    const { nodeId } = await site.enrolled();
    const { id } = await add(shareBody(nodeId, 'Tested'));
    const share = {
      nodeId,
      jobId: id,
      destinationType: 'NETWORK_SHARE',
      networkDestinationPath: '\\\\nas\\backups',
      networkUserName: 'backup',
    };
    expect((await site.admin.post('/backupjob/test', share)).status).toBe(200);
    for (const more of [
      { networkDestinationPath: '\\\\elsewhere\\backups' },
      { networkUserName: 'other' },
      { jobId: undefined },
    ])
      expect(await fieldsOf(site.admin.post('/backupjob/test', { ...share, ...more }))).toHaveProperty(
        '/networkPassword',
      );
    const other = await site.enrolled();
    expect(await fieldsOf(site.admin.post('/backupjob/test', { ...share, nodeId: other.nodeId }))).toHaveProperty(
      '/networkPassword',
    );
  });
});
