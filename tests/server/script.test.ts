import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceCategoryId } from '#api/contract/script.ts';
import { addPerson, makeSite, scriptBody, scriptRunBody, type Person, type Site } from '../contract/site.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Json, Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let grace: Person;
let site: Site;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  grace = await addPerson(server, admin, 'Grace');
  site = await makeSite(server, admin, grace, 'Scripts');
});

let made = 0;
const add = async (more: object = {}): Promise<Json> => {
  const { status, body } = await admin.post('/scripting/scripts', { ...scriptBody(`Made ${(made += 1)}`), ...more });
  expect(status, JSON.stringify(body)).toBe(200);
  return body['script'] as Json;
};
const refusedFields = async (more: object) =>
  (await admin.post('/scripting/scripts', { ...scriptBody('Refused'), ...more })).body.fields as never as Record<
    string,
    string
  >;
const holding = (permissions: string[], entityId: number | null = null) =>
  grace.may(permissions.map((permission) => ({ permission: `SCRIPT_CATEGORY:${permission}`, entityId })));
const names = async (who: Visitor) =>
  ((await who.get('/scripting/scripts')).body as never as Json[]).map(({ name }) => name);

describe('the library of scripts', () => {
  it('stores what was entered (C12-02, C12-06, C12-21, C12-22, C12-25, C12-59, C12-60)', async () => {
    const entered = {
      name: ' Rotate logs ',
      description: ' Keeps weeks. ',
      language: 'powershell',
      operatingSystems: ['Windows', 'Mac'],
      architecture: ['64', '32'],
      categoriesIds: [3, 5],
      script: 'dir\r\nexit 0',
      scriptParameters: [' --weeks 4 ', '', '--weeks 8'],
      useFirstParametersOptionAsDefault: true,
      scriptVariables: [
        { name: 'Log folder', type: 'TEXT', required: true, description: 'Where' },
        { name: 'Level', type: 'DROPDOWN', valueList: ['low', 'high'], defaultValue: 'low' },
        { name: 'Quiet', type: 'CHECKBOX' },
      ],
      defaultRunAs: 'backup',
      defaultTimeout: 60,
    };
    const script = await add(entered);
    expect((await admin.get(`/scripting/scripts/${script.id}`)).body).toMatchObject({
      ...entered,
      name: 'Rotate logs',
      description: 'Keeps weeks.',
      script: 'dir\nexit 0',
      scriptParameters: ['--weeks 4', '--weeks 8'],
      categoriesNames: ['Maintenance', 'Updates'],
      scriptVariables: [
        { calculatedName: 'logFolder', required: true, description: 'Where', source: 'LITERAL' },
        { calculatedName: 'level', valueList: ['low', 'high'], defaultValue: 'low' },
        { calculatedName: 'quiet', required: false },
      ],
      createdBy: expect.stringMatching(/\S/) as string,
      lastUpdatedBy: expect.stringMatching(/\S/) as string,
      version: 1,
      revision: 1,
    });
  });

  it('judges parameters as specified (C12-24, C12-31, C12-33, C12-34)', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `--p${index}`);
    expect(await refusedFields({ scriptParameters: ['same', ' same '] })).toEqual({
      '/scriptParameters': 'Duplicate parameters are not allowed',
    });
    expect(await refusedFields({ scriptParameters: ['x'.repeat(30_001)] })).toEqual({
      '/scriptParameters': 'Each parameter must be at most 30000 characters',
    });
    expect(await refusedFields({ scriptParameters: many(301) })).toEqual({
      '/scriptParameters': 'Maximum of 300 parameters allowed',
    });
    // Empty ones do not count.
    await add({ scriptParameters: [...many(300), ' ', ''] });
    await add({ scriptParameters: ['x'.repeat(30_000)] });
  });

  it('judges variables: names that the system reads, that are twice, and defaults of another type', async () => {
    const variable = (name: string, more: object = {}) => ({ name, type: 'TEXT', ...more });
    const fieldsOf = (...scriptVariables: object[]) => refusedFields({ scriptVariables });
    expect(await fieldsOf(variable('Path'))).toHaveProperty('/scriptVariables/0/name');
    expect(await fieldsOf(variable('42'))).toHaveProperty('/scriptVariables/0/name');
    expect(await fieldsOf(variable('Log folder'), variable('log-folder'))).toHaveProperty('/scriptVariables/1/name');
    expect(await fieldsOf(variable('Count', { type: 'INTEGER', defaultValue: '1.5' }))).toEqual({
      '/scriptVariables/0/defaultValue': 'Please enter a valid value',
    });
    expect(await fieldsOf(variable('Page', { type: 'URL', defaultValue: 'http://a.example' }))).toEqual({
      '/scriptVariables/0/defaultValue': 'Please enter a valid URL',
    });
  });

  it('refuses a name that another script has, whatever its case', async () => {
    const { name } = await add();
    expect(await refusedFields({ name: String(name).toUpperCase() })).toEqual({ '/name': 'This name already exists' });
  });

  it('keeps every saved text as a version, and restores one as a new version (C12-07, C12-10)', async () => {
    const { id, name } = await add({ script: 'one' });
    const save = (script: string) => admin.put('/scripting/scripts', { id, ...scriptBody(String(name)), script });
    expect((await save('one')).body['script']).toMatchObject({ version: 1, revision: 2 });
    expect((await save('two')).body['script']).toMatchObject({ version: 2, script: 'two' });
    expect((await admin.get(`/scripting/scripts/${id}/version/1`)).body).toMatchObject({ number: 1, script: 'one' });
    expect((await admin.post(`/scripting/scripts/${id}/version/1/restore`, {})).body['script']).toMatchObject({
      version: 3,
      script: 'one',
      revision: 4,
    });
    const versions = (await admin.get(`/scripting/scripts/${id}/version`)).body as never as Json[];
    expect(versions.map(({ number, characters }) => [number, characters])).toEqual([
      [3, 3],
      [2, 3],
      [1, 3],
    ]);
    expect((await admin.get(`/scripting/scripts/${id}/version/4`)).status).toBe(404);
  });

  it('keeps the latest hundred versions', async () => {
    const { id, name } = await add({ script: '0' });
    for (let at = 1; at <= 100; at += 1)
      await admin.put(`/scripting/scripts/${id}`, { ...scriptBody(String(name)), script: String(at) });
    const versions = (await admin.get(`/scripting/scripts/${id}/version`)).body as never as Json[];
    expect([versions.length, versions.at(-1)?.['number']]).toEqual([100, 2]);
  });

  it('renames and copies (C12-03, C12-09, C12-18, C12-36, C12-37, C12-53)', async () => {
    const { id } = await add({ script: 'copied', language: 'javascript' });
    const rename = (name: string) => admin.patch(`/scripting/scripts/${id}`, { name });
    expect((await rename(' ')).body.fields).toEqual({ '/name': 'Required' });
    expect((await rename('x'.repeat(101))).status).toBe(400);
    expect((await rename(' Renamed script ')).body['script']).toMatchObject({ name: 'Renamed script' });
    const { body } = await admin.post('/scripting/scripts/copy', { fromId: id, name: 'Copied script' });
    expect(body).toEqual({ resultCode: 'SUCCESS', id: expect.any(Number) as number, language: 'javascript' });
    expect((await admin.get(`/scripting/scripts/${String(body['id'])}`)).body).toMatchObject({ script: 'copied' });
  });

  it('removes a script with its audit rows (C12-08)', async () => {
    const { id, name } = await add();
    await admin.put(`/scripting/scripts/${id}`, { ...scriptBody(String(name)), script: 'other' });
    expect((await admin.delete(`/scripting/scripts/${id}`)).status).toBe(200);
    expect((await admin.get(`/scripting/scripts/${id}`)).status).toBe(404);
    const { rows } = await server.services.database.execute<{ action: string }>(
      sql`select action from audit where entity_type = 'SCRIPT' and entity_id = ${String(id)} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['CREATED', 'UPDATED', 'DELETED'].map((what) => `SCRIPT_${what}`));
  });
});

describe('the categories of scripts', () => {
  it('begin with those that are built in, which stay (C12-26, C12-27, C12-28, C12-49)', async () => {
    const all = (await admin.get('/scripting/categories')).body as never as Json[];
    const builtIn = all.filter(({ internal }) => internal);
    expect(builtIn.map(({ name }) => name).toSorted()).toEqual(
      [
        'Antivirus',
        'Hardware',
        'Linux OS Patching',
        'Mac OS Patching',
        'Maintenance',
        'Uncategorized',
        'Updates',
      ].toSorted(),
    );
    expect(serviceCategoryId).toBe(3);
    expect(builtIn.find(({ id }) => Number(id) === serviceCategoryId)).toMatchObject({ name: 'Maintenance' });
    const code = { body: { errorCode: 'script_category_built_in' } };
    expect(await admin.put('/scripting/categories', { id: 3, name: 'Services' })).toMatchObject(code);
    expect(await admin.delete('/scripting/categories/3')).toMatchObject(code);
  });

  it('are added, renamed and removed unless a script is in them (C12-50, C12-51, C12-52)', async () => {
    const { category } = (await admin.post('/scripting/categories', { name: ' Backups ' })).body;
    expect(category).toMatchObject({ name: 'Backups', internal: false });
    expect((await admin.post('/scripting/categories', { name: 'backups' })).body.fields).toEqual({
      '/name': 'This name already exists',
    });
    const id = Number(category?.['id']);
    expect((await admin.put('/scripting/categories', { id, name: 'Restores' })).body['category']).toMatchObject({
      name: 'Restores',
    });
    const script = await add({ categoriesIds: [id] });
    expect(await admin.delete(`/scripting/categories/${id}`)).toMatchObject({
      body: { errorCode: 'script_category_in_use' },
    });
    await admin.delete(`/scripting/scripts/${script.id}`);
    expect((await admin.delete(`/scripting/categories/${id}`)).status).toBe(204);
  });
});

describe('a technician with permissions for one category (C12-42)', () => {
  let inside: Json;
  let both: Json;
  let outside: Json;
  beforeAll(async () => {
    inside = await add({ categoriesIds: [5] });
    both = await add({ categoriesIds: [5, 6] });
    outside = await add({ categoriesIds: [6] });
    await server.services.database.execute(
      sql`update app_user set content = jsonb_set(content, '{runOnlyScriptCategories}', '[]') where id = ${grace.id}`,
    );
  });
  const read = async ({ id }: Json) => (await grace.who.get(`/scripting/scripts/${id}`)).status;
  const save = async ({ id, name }: Json, categoriesIds: number[]) =>
    (await grace.who.put(`/scripting/scripts/${id}`, { ...scriptBody(String(name)), categoriesIds })).status;

  it('lists and reads what is in no other category (C12-46)', async () => {
    await holding(['View'], 5);
    expect(await names(grace.who)).toEqual([inside.name]);
    expect([await read(inside), await read(both), await read(outside)]).toEqual([200, 404, 404]);
    const categories = (await grace.who.get('/scripting/categories')).body as never as Json[];
    expect(categories.map(({ id, may }) => [id, may])).toEqual([
      [5, { canReadScripts: true, canCreateScripts: false, canDeleteScripts: false }],
    ]);
  });

  it('adds only there, and moves nothing to another one', async () => {
    await holding(['View', 'Create', 'Update'], 5);
    const added = (categoriesIds: number[]) =>
      grace.who.post('/scripting/scripts', { ...scriptBody(`By Grace ${categoriesIds.join()}`), categoriesIds });
    expect(await added([6])).toMatchObject({ status: 403 });
    expect(await added([5, 6])).toMatchObject({ status: 403 });
    const { body } = await added([5]);
    expect(await save(body['script'] as Json, [5, 6])).toBe(403);
    expect(await save(body['script'] as Json, [5])).toBe(200);
  });

  it('changes and restores only with Update, and deletes only with Delete', async () => {
    // Update is held for another category: the call is open, this script is not.
    await grace.may([
      ...['View', 'Create', 'Delete'].map((one) => ({ permission: `SCRIPT_CATEGORY:${one}`, entityId: 5 })),
      { permission: 'SCRIPT_CATEGORY:Update', entityId: 6 },
    ]);
    expect(await save(inside, [5])).toBe(403);
    expect((await grace.who.patch(`/scripting/scripts/${inside.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await grace.who.post(`/scripting/scripts/${inside.id}/version/1/restore`, {})).status).toBe(403);
    await grace.may([
      ...['View', 'Create', 'Update'].map((one) => ({ permission: `SCRIPT_CATEGORY:${one}`, entityId: 5 })),
      { permission: 'SCRIPT_CATEGORY:Delete', entityId: 6 },
    ]);
    expect((await grace.who.delete(`/scripting/scripts/${inside.id}`)).status).toBe(403);
    expect((await grace.who.delete(`/scripting/scripts/${outside.id}`)).status).toBe(404);
  });
});

describe('running a script', () => {
  const inOrganization = (permissions: string[]) =>
    permissions.map((permission) => ({ permission, entityId: site.clientId }));
  const all = ['ORGANIZATION:View', 'NODE:View', 'NODE:Update'];
  const run = async (more: object = {}) =>
    grace.who.post('/scripting/run', { ...scriptRunBody(site.scriptId, site.nodeId), ...more });
  const runOnly = (ids: number[]) =>
    server.services.database.execute(
      sql`update app_user set content = jsonb_set(content, '{runOnlyScriptCategories}', ${JSON.stringify(ids)}::jsonb) where id = ${grace.id}`,
    );

  it('needs the Run permission for a category or the user’s list', async () => {
    await runOnly([]);
    await grace.may(inOrganization(all));
    expect((await run()).status).toBe(404);
    await grace.may([...inOrganization(all), { permission: 'SCRIPT_CATEGORY:Run', entityId: 5 }]);
    expect((await run()).status).toBe(404);
    await grace.may([...inOrganization(all), { permission: 'SCRIPT_CATEGORY:Run', entityId: 3 }]);
    expect((await run()).status).toBe(200);
    await grace.may(inOrganization(all));
    await runOnly([3]);
    const { body } = await run();
    expect(body).toMatchObject({ resultCode: 'SUCCESS' });
    await runOnly([]);
    expect((await grace.who.post(`/scripting/run/${String(body['id'])}/retry`, {})).status).toBe(404);
    await runOnly([3]);
    expect(await names(grace.who)).toContain('Scripts');
  });

  it('needs Run for one of its categories, and reading it needs View for each (C12-46)', async () => {
    const { id } = await add({ categoriesIds: [3, 5], operatingSystems: ['Linux'] });
    await runOnly([]);
    const tried = async (...permissions: [permission: string, category: number][]) => {
      await grace.may([
        ...inOrganization(all),
        ...permissions.map(([one, entityId]) => ({ permission: `SCRIPT_CATEGORY:${one}`, entityId })),
      ]);
      const answer = await run({ scriptId: Number(id) });
      return [answer.status, (await grace.who.get(`/scripting/scripts/${id}`)).status];
    };
    expect(await tried(['View', 3], ['View', 5])).toEqual([404, 200]);
    // Without View for any category the door is closed.
    expect(await tried(['Run', 5])).toEqual([200, 403]);
    expect(await tried(['Run', 3], ['View', 5])).toEqual([200, 404]);
    expect(await tried(['Run', 6], ['View', 5])).toEqual([404, 404]);
  });

  it('asks its inputs of those alone who may run it, whether they may read it or not', async () => {
    const asked = async () => grace.who.get(`/scripting/scripts/${site.scriptId}/run-screen`);
    await runOnly([]);
    await grace.may([...inOrganization(all), { permission: 'SCRIPT_CATEGORY:View', entityId: 3 }]);
    expect(await asked()).toMatchObject({ status: 404 });
    await runOnly([3]);
    await grace.may(inOrganization(all));
    const { status, body, headers } = await asked();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(body['text']).toContain('timeoutSeconds');
  });

  it('needs a device that the person sees and may change', async () => {
    await runOnly([3]);
    await grace.may([
      ...inOrganization(['ORGANIZATION:View', 'NODE:View']),
      { permission: 'NODE:Update', entityId: 999 },
    ]);
    expect((await run()).status).toBe(403);
    await grace.may([{ permission: 'NODE:Update', entityId: null }]);
    expect((await run()).status).toBe(404);
    await grace.may(inOrganization(all));
    expect((await run({ deviceIds: [site.nodeId, 999_999] })).status).toBe(404);
    const { id } = (await run()).body;
    await grace.may([{ permission: 'NODE:View', entityId: null }]);
    expect((await grace.who.get(`/scripting/run/${String(id)}`)).status).toBe(404);
    expect((await grace.who.get('/scripting/run')).body).toEqual([]);
  });

  it('cannot be had by the general call for commands', async () => {
    await grace.may(inOrganization(all));
    const { status, body } = await grace.who.post(`/device/${site.nodeId}/command`, {
      method: 'script.run',
      params: { scriptId: site.scriptId },
    });
    expect([status, body.fields]).toEqual([400, { '/method': expect.any(String) as string }]);
  });

  it('checks required variables in the specified words (C12-41)', async () => {
    const { id } = await add({
      scriptVariables: [
        { name: 'Folder', type: 'TEXT', required: true },
        { name: 'Agreed', type: 'CHECKBOX', required: true },
        { name: 'Count', type: 'INTEGER' },
      ],
    });
    const variables = [{ name: 'count', value: 'many' }];
    const { body } = await admin.post('/scripting/run', { ...scriptRunBody(Number(id), site.nodeId), variables });
    const missing = 'Mandatory value is undefined. Please enter a value.';
    expect(body.fields).toEqual({
      '/variables/folder': missing,
      '/variables/agreed': missing,
      '/variables/count': 'Please enter a valid value',
    });
  });
});
