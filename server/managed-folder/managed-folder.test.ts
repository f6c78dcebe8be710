// Managed folders of a device (F07): from the request to what its agent keeps.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { afterTest } from '#tests/clean-up.ts';
import { folderBody, secretFolderBody } from '#tests/contract/folder-body.ts';
import { addPerson } from '#tests/contract/site.ts';
import { greetedSocket, startSite, temporaryDirectory, until } from '#tests/server/agent-rig.ts';
import { agentKeeping } from '#tests/server/state-rig.ts';
import type { Json } from '#tests/server/visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const execute = (query: ReturnType<typeof sql>) =>
  site.server.services.database.execute<Record<string, unknown>>(query);
const add = async (body: object) => {
  const { status, body: said } = await site.admin.post('/managedfolder', body);
  if (status !== 200) throw new Error(JSON.stringify(said));
  return said['managedFolder'] as Json & { id: number };
};
const fieldsOf = async (answer: Promise<{ body: Json }>) => (await answer).body.fields ?? {};
const delivery = async (nodeId: number) =>
  (await site.admin.get(`/device/${nodeId}/managedfolder`)).body['delivery'] as Json;
const runningAgent = () => agentKeeping(site, 'managed-folders');
const share = '\\\\nas\\backups';

describe('managed folders', () => {
  it('store what was asked, without what the types do not ask for (F07-19 … F07-24)', async () => {
    const { nodeId } = await site.enrolled();
    const folder = await add({
      ...folderBody(nodeId, '/srv/images', { description: ' Accounts ' }),
      folderCredentialsUserName: 'nobody',
      folderCredentialsPassword: 'unused',
      monthlyConsolidationRelative: true,
      relativeWeekNumber: 'LAST',
      monthlyConsolidationDayOfWeek: 'FRI',
    });
    expect(folder).toMatchObject({
      description: 'Accounts',
      relativeWeekNumber: 'LAST',
      monthlyConsolidationDayOfWeek: 'FRI',
      daysToRetainIntraDailyImages: 7,
      monthsToRetainConsolidatedMonthlyImages: 12,
      folderCredentialsPasswordSet: false,
    });
    for (const name of ['folderCredentialsUserName', 'monthlyConsolidationDay'])
      expect(folder).not.toHaveProperty(name);
    expect((await site.admin.get(`/managedfolder/${folder.id}`)).body).toEqual(folder);
  });

  it('are judged by the screens of the wizard (F07-28)', async () => {
    const { nodeId } = await site.enrolled();
    const refused = (more: object, body = folderBody(nodeId, '/srv/images')) =>
      fieldsOf(site.admin.post('/managedfolder', { ...body, ...more }));
    for (const folderPath of ['images', "D:\\Bob's", '\\\\nas'])
      expect(await refused({ folderPath }), folderPath).toHaveProperty('/folderPath');
    const asked = secretFolderBody(nodeId, share);
    expect(await refused({ folderCredentialsUserName: undefined }, asked)).toHaveProperty('/folderCredentialsUserName');
    expect(await refused({ folderCredentialsPassword: undefined }, asked)).toHaveProperty('/folderCredentialsPassword');
    expect(await refused({ imagePassword: undefined }, asked)).toHaveProperty('/imagePassword');
    expect(await refused({ monthlyConsolidationDay: undefined })).toHaveProperty('/monthlyConsolidationDay');
    expect(await refused({ monthlyConsolidationRelative: true })).toHaveProperty('/relativeWeekNumber');
    for (const name of [
      'daysToRetainIntraDailyImages',
      'daysToRetainConsolidatedDailyImages',
      'daysToRetainConsolidatedWeeklyImages',
    ]) {
      expect(await refused({ [name]: 0 })).toHaveProperty(`/${name}`);
      expect(await refused({ [name]: 3651 })).toHaveProperty(`/${name}`);
    }
    expect(await refused({ monthsToRetainConsolidatedMonthlyImages: 121 })).toHaveProperty(
      '/monthsToRetainConsolidatedMonthlyImages',
    );
  });

  it('have each path once on a device, in any case, and at most 16 on one', async () => {
    const { nodeId } = await site.enrolled();
    for (let index = 0; index < 16; index += 1) await add(folderBody(nodeId, `/srv/${index}`));
    expect(await fieldsOf(site.admin.post('/managedfolder', folderBody(nodeId, '/srv/more')))).toHaveProperty(
      '/folderPath',
    );
    const other = await site.enrolled();
    await add(folderBody(other.nodeId, 'D:\\Images'));
    expect(await fieldsOf(site.admin.post('/managedfolder', folderBody(other.nodeId, 'd:\\images')))).toHaveProperty(
      '/folderPath',
    );
  });

  it('refuse a change of what is locked in EDIT (F07-03, F07-25)', async () => {
    const { nodeId } = await site.enrolled();
    const other = await site.enrolled();
    const { id } = await add(folderBody(nodeId, '/srv/images'));
    const changed = {
      nodeId: other.nodeId,
      folderPath: '/srv/elsewhere',
      imagePasswordType: 'PASSWORD_STRING',
      imagePassword: 'secret',
    };
    const fields = await fieldsOf(
      site.admin.put(`/managedfolder/${id}`, { ...folderBody(nodeId, '/srv/images'), ...changed }),
    );
    expect(Object.keys(fields).toSorted()).toEqual(['/folderPath', '/imagePasswordType', '/nodeId']);
  });

  it('never return a secret, keep it sealed, and leave it out of the audit trail (F07-20, F07-21)', async () => {
    const { nodeId } = await site.enrolled();
    const folder = await add(secretFolderBody(nodeId, share));
    expect(folder).toMatchObject({ folderCredentialsPasswordSet: true, imagePasswordSet: true });
    const changed = await site.admin.put(
      `/managedfolder/${folder.id}`,
      secretFolderBody(nodeId, share, { sortPriority: 1 }),
    );
    const listed = await site.admin.get(`/device/${nodeId}/managedfolder`);
    const { rows } = await execute(sql`select settings, secrets from managed_folder where id = ${folder.id}`);
    const { rows: audited } = await execute(
      sql`select * from audit where entity_type = 'MANAGED_FOLDER' and entity_id = ${String(folder.id)}`,
    );
    expect(audited).toHaveLength(2);
    // That a password was renewed is told, without either.
    expect(JSON.stringify(audited)).toContain('folderCredentialsPassword');
    expect(JSON.stringify([folder, changed.body, listed.body, rows, audited])).not.toMatch(
      /folder secret|image secret/,
    );
  });

  it('keep a secret that is left out, and ask for it again where the user is another', async () => {
    const { nodeId } = await site.enrolled();
    const body = secretFolderBody(nodeId, share);
    const { id } = await add(body);
    const unasked = { ...body, folderCredentialsPassword: undefined, imagePassword: undefined };
    const sealed = async () =>
      (await execute(sql`select secrets from managed_folder where id = ${id}`)).rows[0]?.['secrets'];
    const before = await sealed();
    expect((await site.admin.put(`/managedfolder/${id}`, { ...unasked, description: 'Changed' })).status).toBe(200);
    expect(await sealed()).toEqual(before);
    for (const more of [
      { folderCredentialsUserName: 'other' },
      { folderCredentialsDomainOrComputerOrNASName: 'OTHER' },
    ])
      expect(await fieldsOf(site.admin.put(`/managedfolder/${id}`, { ...unasked, ...more }))).toHaveProperty(
        '/folderCredentialsPassword',
      );
    const byDefault = { ...unasked, authenticationType: 'DEFAULT_CREDENTIAL' };
    expect((await site.admin.put(`/managedfolder/${id}`, byDefault)).body['managedFolder']).toMatchObject({
      folderCredentialsPasswordSet: false,
      imagePasswordSet: true,
    });
    expect(Object.keys((await sealed()) as object)).toEqual(['imagePassword']);
  });

  it('are read by who sees the device, and changed and tested by who may change it', async () => {
    const { nodeId } = await site.enrolled();
    const body = folderBody(nodeId, '/srv/guarded');
    const { id } = await add(body);
    const person = await addPerson(site.server, site.admin, 'Viewer');
    const { clientId: entityId } = site.place;
    const see = ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId }));
    const test = { nodeId, folderPath: '/tmp', authenticationType: 'DEFAULT_CREDENTIAL' };
    const statuses = async () => [
      (await person.who.get(`/device/${nodeId}/managedfolder`)).status,
      (await person.who.get(`/managedfolder/${id}`)).status,
      (await person.who.post('/managedfolder', folderBody(nodeId, '/srv/mine'))).status,
      (await person.who.put(`/managedfolder/${id}`, body)).status,
      (await person.who.post('/managedfolder/test', test)).status,
      (await person.who.delete(`/managedfolder/${id}`)).status,
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

describe('the desired state of a device with managed folders', () => {
  it('reaches the agent with the secrets, apart from the backup jobs, and gets a version with every change', async () => {
    const { nodeId, file, kept } = await runningAgent();
    const folder = temporaryDirectory();
    expect(await delivery(nodeId)).toMatchObject({ state: 'none', version: 0 });
    const body = secretFolderBody(nodeId, folder);
    const { id } = await add(body);
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 1, reason: '' }));
    expect(kept()).toMatchObject({
      document: {
        folders: [{ folderPath: folder, folderCredentialsPassword: 'folder secret', imagePassword: 'image secret' }],
      },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await site.admin.get(`/device/${nodeId}/backupjob`)).body['delivery']).toMatchObject({ state: 'none' });
    await site.admin.put(`/managedfolder/${id}`, { ...body, retentionEnabled: false });
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 2 }));
    expect(kept()).toMatchObject({ document: { folders: [{ retentionEnabled: false }] } });
    await site.admin.delete(`/managedfolder/${id}`);
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 3 }));
    expect(kept()).toMatchObject({ document: { folders: [] } });
  });

  it('tells the pages of the device when the agent answered', async () => {
    const { nodeId } = await runningAgent();
    const told: unknown[] = [];
    const deaf = site.server.services.live.listen(({ topic, ids }) => told.push([topic, ...ids]));
    afterTest(() => void deaf());
    await add(folderBody(nodeId, temporaryDirectory()));
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied' }));
    // Once by the change, and once by the answer.
    await until(() => expect(told.filter((each) => String(each) === `managed-folder,${nodeId}`)).toHaveLength(2));
  });

  it('is refused for a folder that is not on the computer, and the agent keeps what it had', async () => {
    const { nodeId, kept } = await runningAgent();
    const folder = temporaryDirectory();
    await add(folderBody(nodeId, folder));
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 1 }));
    const missing = join(folder, 'missing');
    const { id } = await add(folderBody(nodeId, missing));
    await until(async () =>
      expect(await delivery(nodeId)).toMatchObject({
        state: 'refused',
        version: 2,
        reason: `The managed folder ${missing} does not exist on this computer.`,
      }),
    );
    expect(kept()).toMatchObject({ version: 1 });
    await site.admin.delete(`/managedfolder/${id}`);
    await until(async () => expect(await delivery(nodeId)).toMatchObject({ state: 'applied', version: 3 }));
  });
});

describe('the test of a folder', () => {
  const test = async (nodeId: number, folderPath: string, more: object = {}) =>
    (
      await site.admin.post('/managedfolder/test', {
        nodeId,
        folderPath,
        authenticationType: 'DEFAULT_CREDENTIAL',
        ...more,
      })
    ).body;

  it('is made by the agent', async () => {
    const { nodeId } = await runningAgent();
    await until(async () => expect((await site.device(nodeId))['status']).toMatchObject({ state: 'online' }));
    const folder = temporaryDirectory();
    expect(await test(nodeId, folder)).toMatchObject({ outcome: 'passed' });
    expect(await test(nodeId, join(folder, 'missing'))).toMatchObject({
      outcome: 'failed',
      checks: [{ check: 'path' }],
    });
    expect(await test(nodeId, '\\\\no-such-host.invalid\\images')).toMatchObject({
      outcome: 'failed',
      checks: [{ check: 'name' }],
    });
  });

  it('says that it was not made where the agent is away, or older', async () => {
    const { nodeId, key } = await site.enrolled();
    expect(await test(nodeId, '/srv')).toMatchObject({ outcome: 'open', checks: [{ check: 'agent' }] });
    await greetedSocket(site.server, key);
    expect(String((await test(nodeId, '/srv'))['checks']?.[0]?.text)).toContain('Install the agent of this server');
  });

  it('uses the stored password for its own path and user alone', async () => {
    const { nodeId } = await site.enrolled();
    const { id } = await add(secretFolderBody(nodeId, share));
    const asked = {
      nodeId,
      folderId: id,
      folderPath: share,
      authenticationType: 'FOLDER_CREDENTIAL',
      folderCredentialsDomainOrComputerOrNASName: 'NAS',
      folderCredentialsUserName: 'backup',
    };
    expect((await site.admin.post('/managedfolder/test', asked)).status).toBe(200);
    const other = await site.enrolled();
    for (const more of [
      { folderPath: '\\\\elsewhere\\backups' },
      { folderCredentialsUserName: 'other' },
      { folderCredentialsDomainOrComputerOrNASName: 'OTHER' },
      { folderId: undefined },
      { nodeId: other.nodeId },
    ])
      expect(await fieldsOf(site.admin.post('/managedfolder/test', { ...asked, ...more }))).toHaveProperty(
        '/folderCredentialsPassword',
      );
  });
});
