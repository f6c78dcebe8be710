// Run automations: an application of the computer, by its path.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startInstallRig, type InstallRig } from './install-rig.ts';
import { temporaryDirectory, until } from './agent-rig.ts';
import { signedInTechnician } from './technician.ts';
import type { Answer, Visitor } from './visitor.ts';

let rig: InstallRig;
let site: InstallRig['site'];
let admin: InstallRig['admin'];
let device: InstallRig['device'];
let run: InstallRig['run'];
let start: InstallRig['start'];
let ended: InstallRig['ended'];
let outputOf: InstallRig['outputOf'];
beforeAll(async () => {
  rig = await startInstallRig();
  ({ site, admin, device, run, start, ended, outputOf } = rig);
});

const path = '/scripting/scripts/run-application';
let made = 0;
const asked = (runnableLocalPath: string, more: object = {}) => ({
  name: `Application ${(made += 1)}`,
  language: 'binary_run',
  operatingSystems: ['Linux'],
  categoriesIds: [3],
  binaryRunSettings: { runnableLocalPath },
  ...more,
});
const add = (runnableLocalPath: string, more: object = {}, who: Visitor = admin): Promise<Answer> =>
  who.post(path, asked(runnableLocalPath, more));
async function added(runnableLocalPath: string, more: object = {}): Promise<number> {
  const { status, body } = await add(runnableLocalPath, more);
  expect([status, body['errorMessage']]).toEqual([200, undefined]);
  return Number((body['automation'] as unknown as { id: number }).id);
}

/** A program in a folder of its own. */
function application(text: string, mode = 0o755): string {
  const file = join(temporaryDirectory(), 'check disks');
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, mode);
  return file;
}

describe('a run automation', () => {
  it('is added with its path, read, and changed (F05-10, F05-35, C12-23)', async () => {
    const { status, body } = await add(' /opt/tools/check ', {
      description: ' Looks ',
      scriptParameters: ['--quick', ' '],
      binaryRunSettings: { runnableLocalPath: ' /opt/tools/check ', runAs: 'backup' },
    });
    expect(status).toBe(200);
    const automation = body['automation'] as unknown as { id: number };
    const kept = {
      description: 'Looks',
      operatingSystems: ['Linux'],
      binaryRunSettings: { runnableLocalPath: '/opt/tools/check', runAs: 'backup' },
      scriptParameters: ['--quick'],
    };
    expect(automation).toMatchObject(kept);
    expect((await admin.get(`${path}/${automation.id}`)).body).toMatchObject(kept);
    const listed = (await admin.get('/scripting/scripts')).body as unknown as { id: number }[];
    expect(listed.find(({ id }) => id === automation.id)).toMatchObject({ language: 'binary_run', attachment: null });
    const save = (given: string) =>
      admin.put(`${path}/${automation.id}`, { ...asked(given), name: 'Changed application' });
    expect(await save('/opt/tools/other')).toMatchObject({ status: 200 });
    const readScript = async () => (await admin.get(`/scripting/scripts/${automation.id}`)).body;
    expect(await readScript()).toMatchObject({ script: '/opt/tools/other', version: 2 });
    await save('/opt/tools/other');
    expect(await readScript()).toMatchObject({ version: 2 });
  });

  it('needs a name and the full path of its system (F05-30)', async () => {
    const fields = async (given: string, more: object = {}) => (await add(given, more)).body['fields'];
    const at = '/binaryRunSettings/runnableLocalPath';
    const full = { [at]: expect.stringContaining('full path') as unknown };
    expect(await fields('/bin/true', { name: ' ' })).toEqual({ '/name': 'Required' });
    expect(await fields(' ')).toEqual({ [at]: 'Required' });
    expect(await fields('check')).toEqual(full);
    expect(await fields('C:\\check.exe')).toEqual(full);
    expect(await fields('/bin/true', { operatingSystems: ['Windows'] })).toEqual(full);
    expect(await fields('C:\\check.exe', { operatingSystems: ['Windows'] })).toBeUndefined();
    expect(await fields('\\\\files\\tools\\check.exe', { operatingSystems: ['Windows'] })).toBeUndefined();
    expect(await fields('/bin/true', { name: 'Once' })).toBeUndefined();
    expect(await fields('/bin/true', { name: 'once' })).toEqual({ '/name': 'This name already exists' });
    expect(await fields('/bin/true', { scriptParameters: ['a', 'a'] })).toMatchObject({
      '/scriptParameters': 'Duplicate parameters are not allowed',
    });
  });

  it('needs the permission of its categories, and has calls of its own (C12-42, C12-45, C12-46)', async () => {
    const id = await added('/bin/true');
    const of = (...whats: string[]) => whats.map((what) => `SCRIPT_CATEGORY:${what}`);
    const viewer = await signedInTechnician(site.server, admin, 'Vera', of('View'));
    const five = await signedInTechnician(site.server, admin, 'Faye', of('View', 'Create', 'Update'), 5);
    expect(await add('/bin/true', {}, viewer)).toMatchObject({ status: 403 });
    expect(await viewer.get(`${path}/${id}`)).toMatchObject({ status: 200 });
    expect(await viewer.put(`${path}/${id}`, asked('/bin/false'))).toMatchObject({ status: 403 });
    expect(await five.get(`${path}/${id}`)).toMatchObject({ status: 404 });
    expect(await five.put(`${path}/${id}`, asked('/bin/false'))).toMatchObject({ status: 404 });
    expect(await add('/bin/true', {}, five)).toMatchObject({ status: 403 });
    const own = (await add('/bin/true', { categoriesIds: [5] }, five)).body['automation'] as unknown as { id: number };
    expect(await five.put(`${path}/${own.id}`, asked('/bin/true', { categoriesIds: [3, 5] }))).toMatchObject({
      status: 403,
    });
    const asScript = { name: 'x', language: 'sh', operatingSystems: ['Linux'], architecture: [], categoriesIds: [3] };
    expect(
      await admin.put(`/scripting/scripts/${id}`, { ...asScript, architecture: ['64'], script: 'echo' }),
    ).toMatchObject({
      status: 404,
    });
    expect(await admin.post(`/scripting/scripts/${id}/version/1/restore`)).toMatchObject({ status: 404 });
    expect(await admin.post('/scripting/scripts/copy', { fromId: id, name: 'Copy' })).toMatchObject({ status: 400 });
    expect(await admin.get(`/scripting/scripts/upload-application/${id}`)).toMatchObject({ status: 404 });
    expect(await admin.delete(`/scripting/scripts/${id}`)).toMatchObject({ status: 200 });
  });
});

describe('an application on a device', () => {
  it('runs from its folder with its arguments, and says its output and exit code (F05-10, C12-10)', async () => {
    const file = application('pwd\necho "checked $# $1"\necho "not good" >&2\nexit 3');
    const end = await run(await added(file), await device(), { parameters: '"two words" x' });
    expect(end).toMatchObject({ state: 'done', outcome: 'exited', exitCode: 3 });
    const output = await outputOf(end.runId);
    expect(output).toContain(`${join(file, '..')}\nchecked 2 two words\n`);
    expect(output).toContain('not good\n');
  });

  it('does not run where it is not, where it is no program, and on another system', async () => {
    const id = await device();
    expect((await run(await added('/opt/nowhere/check'), id)).message).toBe(
      'This device has no application at /opt/nowhere/check',
    );
    expect((await run(await added(application('', 0o644)), id)).message).toContain('could not be started');
    const windows = await added('C:\\check.exe', { operatingSystems: ['Windows'] });
    expect((await run(windows, id)).message).toBe(
      'The run automation is not for Linux: its operating systems are Windows.',
    );
  });

  it('is stopped when somebody asks for it, with what it started', async () => {
    const id = await device();
    const { body } = await start(await added(application('echo started\nsleep 600')), id);
    const runOf = async () =>
      ((await admin.get(`/scripting/run/${String(body['id'])}`)).body['devices'] as unknown as { runId: string }[])[0];
    await until(async () => expect(await outputOf(String((await runOf())?.runId))).toContain('started'));
    expect(await admin.post(`/scripting/run/${String(body['id'])}/cancel`)).toMatchObject({ body: { stopping: 1 } });
    expect(await ended(body['id'])).toMatchObject({ state: 'cancelled' });
  });

  it('needs the permission to run its category, and to change the device', async () => {
    const automation = await added('/bin/true');
    const id = await device();
    const seer = await signedInTechnician(site.server, admin, 'Sara', ['NODE:View', 'NODE:Update']);
    expect(await start(automation, id, {}, seer)).toMatchObject({ status: 404 });
    const runner = await signedInTechnician(site.server, admin, 'Rita', ['NODE:View', 'SCRIPT_CATEGORY:Run']);
    expect(await start(automation, id, {}, runner)).toMatchObject({ status: 403 });
  });

  it('runs again as the version that was asked for, when the path has changed since then', async () => {
    const id = await device();
    const automation = await added(application('echo first; exit 1'));
    const { body } = await start(automation, id);
    await ended(body['id']);
    await admin.put(`${path}/${automation}`, asked(application('echo second; exit 1')));
    expect(await admin.post(`/scripting/run/${String(body['id'])}/retry`)).toMatchObject({ body: { started: 1 } });
    const again = await ended(body['id']);
    expect(await outputOf(again.runId)).toBe('first\n');
  });

  it('is refused when somebody changed its path in the database', async () => {
    const id = await device();
    const automation = await added(application('echo right'));
    const wrong = application('echo wrong');
    const { database } = site.server.services;
    // Before the agent asks for it.
    await database.execute(sql`create or replace function forge() returns trigger language plpgsql as $$
      begin new.params = jsonb_set(new.params, '{path}', to_jsonb(${sql.raw(`'${wrong}'`)}::text)); return new; end $$`);
    await database.execute(sql`create trigger forge before insert on agent_command for each row
      when (new.method = 'application.run') execute function forge()`);
    const end = await run(automation, id);
    await database.execute(sql`drop trigger forge on agent_command`);
    expect(end.message).toContain('is not signed by this device’s server');
  });
});
