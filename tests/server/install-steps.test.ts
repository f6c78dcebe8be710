// Scripts of the library before and after an installer: who may choose and run them, and what happens on the device.
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { hello, installAsked, installPath, startInstallRig, type InstallRig } from './install-rig.ts';
import { signedInTechnician } from './technician.ts';

let rig: InstallRig;
let site: InstallRig['site'];
let admin: InstallRig['admin'];
beforeAll(async () => {
  rig = await startInstallRig();
  ({ site, admin } = rig);
});

let made = 0;
async function script(text: string, more: object = {}): Promise<number> {
  const { status, body } = await admin.post('/scripting/scripts', {
    name: `Step ${(made += 1)}`,
    language: 'sh',
    operatingSystems: ['Linux'],
    architecture: ['64'],
    categoriesIds: [3],
    script: text,
    ...more,
  });
  expect([status, body['errorMessage']]).toEqual([200, undefined]);
  return (body['script'] as unknown as { id: number }).id;
}

async function installer(more: object): Promise<number> {
  const id = await rig.added(hello, more);
  await rig.processed(id);
  return id;
}

const address = { uploadType: 'URL', url: 'https://example.com/a.sh' };

describe('the scripts of an installer', () => {
  it('are kept, listed with it, changed and taken away (F05-09, C12-20)', async () => {
    const [first, second] = [await script('echo 1'), await script('echo 2')];
    const { body } = await rig.add({ ...address, preExecutionScript: first, postExecutionScript: second });
    const { id, name } = body['automation'] as unknown as { id: number; name: string };
    const settings = { preExecutionScript: first, postExecutionScript: second };
    expect((await admin.get(`${installPath}/${id}`)).body).toMatchObject(settings);
    expect((await admin.get(`/scripting/scripts/${id}`)).body).toMatchObject(settings);
    const saved = await admin.put(`${installPath}/${id}`, {
      ...installAsked(address),
      name,
      preExecutionScript: second,
    });
    expect(saved.body['automation']).toMatchObject({ preExecutionScript: second, postExecutionScript: null });
  });

  it('are scripts for its system that ask for nothing', async () => {
    const words = async (preExecutionScript: number, more: object = {}) =>
      (await rig.add({ ...address, preExecutionScript, ...more })).body['fields'];
    const may = { '/preExecutionScript': 'Choose a script that you may run' };
    expect(await words(999_999)).toEqual(may);
    const other = (await rig.add(address)).body['automation'] as unknown as { id: number };
    expect(await words(other.id)).toEqual(may);
    const windows = await script('echo', { operatingSystems: ['Windows'] });
    expect(await words(windows)).toEqual({ '/preExecutionScript': 'This script is not for Linux' });
    const asks = await script('echo', { scriptVariables: [{ name: 'Folder', type: 'TEXT', required: true }] });
    const asksWords = { '/preExecutionScript': 'This script asks for values, which nobody can give here' };
    expect(await words(asks)).toEqual(asksWords);
    const answered = [{ name: 'Folder', type: 'TEXT', required: true, defaultValue: '/srv' }];
    expect(await words(await script('echo', { scriptVariables: answered }))).toBeUndefined();
  });

  it('are chosen and run by those alone who may run them', async () => {
    const secret = await script('echo secret', { categoriesIds: [5] });
    const all = ['View', 'Create', 'Update', 'Run'].map((one) => `SCRIPT_CATEGORY:${one}`);
    const three = await signedInTechnician(site.server, admin, 'Thea', all, 3);
    for (const at of ['preExecutionScript', 'postExecutionScript'])
      expect(await rig.add({ ...address, [at]: secret }, three)).toMatchObject({
        status: 400,
        body: { fields: { [`/${at}`]: 'Choose a script that you may run' } },
      });
    const id = await installer({ preExecutionScript: secret });
    const device = await rig.device();
    const runner = await signedInTechnician(site.server, admin, 'Rhea', [
      'ORGANIZATION:View',
      'NODE:View',
      'NODE:Update',
    ]);
    const mayRun = (categories: string) =>
      site.server.services.database.execute(sql`update app_user
        set content = jsonb_set(content, '{runOnlyScriptCategories}', ${categories}::jsonb)
        where email = 'rhea@example.com'`);
    await mayRun('[3]');
    expect(await rig.start(id, device, {}, runner)).toMatchObject({ status: 403 });
    await mayRun('[3, 5]');
    const started = await rig.start(id, device, {}, runner);
    expect(started).toMatchObject({ status: 200 });
    await rig.ended(started.body['id']);
    await site.server.services.database.execute(sql`update run set state = 'refused' where id in
      (select run_id from script_run_device where script_run_id = ${String(started.body['id'])})`);
    await mayRun('[3]');
    const retry = `/scripting/run/${String(started.body['id'])}/retry`;
    expect(await runner.post(retry)).toMatchObject({ status: 403 });
  });

  it('stay in the library while an installer runs them', async () => {
    const [before, after] = [await script('echo'), await script('echo')];
    const { body } = await rig.add({ ...address, preExecutionScript: before, postExecutionScript: after });
    const { id } = body['automation'] as unknown as { id: number };
    for (const each of [before, after])
      expect(await admin.delete(`/scripting/scripts/${each}`)).toMatchObject({
        status: 409,
        body: { errorCode: 'script_in_use' },
      });
    expect(await admin.delete(`/scripting/scripts/${id}`)).toMatchObject({ status: 200 });
    for (const each of [before, after])
      expect(await admin.delete(`/scripting/scripts/${each}`)).toMatchObject({ status: 200 });
  });
});

describe('on a device', () => {
  it('run before and after the installer (C12-20)', async () => {
    const before = await script('echo "before $1"', {
      scriptParameters: ['--first', '--second'],
      useFirstParametersOptionAsDefault: true,
    });
    const after = await script('echo "after $installerExitCode"');
    const id = await installer({ preExecutionScript: before, postExecutionScript: after });
    const end = await rig.run(id, await rig.device(), { parameters: 'x' });
    expect(end).toMatchObject({ state: 'done', outcome: 'exited', exitCode: 0 });
    expect(await rig.outputOf(end.runId)).toBe('before --first\ninstalled 1 x\nafter 0\n');
  });

  it('stop the installation when the one before it fails, and say so', async () => {
    const id = await installer({ preExecutionScript: await script('echo full; exit 4', { name: 'Free space' }) });
    const end = await rig.run(id, await rig.device());
    expect(end.message).toContain('The script “Free space” before the installation failed with exit code 4');
    expect(await rig.outputOf(end.runId)).toBe('full\n');
  });

  it('do not run when they ask for values since they were chosen', async () => {
    const step = await script('echo', { name: 'Asks later' });
    const id = await installer({ postExecutionScript: step });
    await admin.put(`/scripting/scripts/${step}`, {
      name: 'Asks later',
      language: 'sh',
      operatingSystems: ['Linux'],
      architecture: ['64'],
      categoriesIds: [3],
      script: 'echo',
      scriptVariables: [{ name: 'Folder', type: 'TEXT', required: true }],
    });
    expect((await rig.run(id, await rig.device())).message).toContain('“Asks later” of this installer asks for values');
  });
});
