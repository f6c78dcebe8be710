// Saved and scheduled discoveries of a directory (F04), read by a real agent.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type Person } from '#tests/contract/site.ts';
import { startDirectory, type Directory } from '#tests/peers/directory-peer.ts';
import { corp, directoryAdmin, directoryPassword } from '#tests/peers/directory-tree.ts';
import { farHour } from '#tests/server/far-hour.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import type { Visitor } from '#tests/server/visitor.ts';
import { runDirectoryJobs } from './run-jobs.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let technician: Person;
let directory: Directory;
let controller: number;
let login: number;
let test: string;

const granted = (...names: string[]) => names.map((permission) => ({ permission, entityId: site.place.clientId }));

beforeAll(async () => {
  site = await startSite();
  directory = await startDirectory();
  technician = await addPerson(site.server, site.admin, 'Technician');
  await technician.may(granted('ORGANIZATION:View', 'NODE:View', 'NODE:Create'));
  const agent = startAgent(site.server.url, {
    token: await site.freshToken(),
    directory: directory.url,
    deploy: async () => ({ code: 'installed', message: '', hostKey: '' }),
    until: 'file',
  });
  controller = await agent.nodeId();
  await until(isUp);
  login = await credential('Domain', directoryPassword);
  test = await validated(login);
});

afterAll(() => directory?.stop());
afterEach(async () => {
  await database().execute(sql`delete from directory_job`);
  await database().execute(sql`delete from directory_device`);
});

const database = () => site.server.services.database;

async function isUp(): Promise<void> {
  const found = await technician.who.get(`/activedirectory/domaincontroller?clientId=${site.place.clientId}`);
  expect(found.body).toMatchObject([{ id: controller, isUp: true }]);
}

async function credential(name: string, password: string): Promise<number> {
  const { clientId } = site.place;
  const body = { clientId, name, credentialType: 'BASIC', username: directoryAdmin, password };
  return Number((await site.admin.post('/credential', body)).body['credential']?.['id']);
}

async function validated(credentialId: number, who: Visitor = technician.who): Promise<string> {
  const body = { clientId: site.place.clientId, domainController: controller, credentialId, allowPlain: false };
  const id = String((await who.post('/activedirectory/credential', body)).body['id']);
  await until(async () => expect((await who.get(`/run/${id}`)).body['state']).toBe('done'));
  return id;
}

type Part = Record<string, unknown>;

const daily = { repeats: 'DAILY', runAtHour: farHour, runAtMinute: 0 };
const onlyListing = {
  windowsServers: true,
  windowsServersApprovalMode: 'NONE',
  windowsWorkstations: true,
  windowsWorkstationsApprovalMode: 'NONE',
};
const bodyOf = (content: Part = {}, more: Part = {}) => ({
  name: 'Nightly',
  clientId: site.place.clientId,
  jobType: 'SCHEDULED',
  credentialId: login,
  test,
  content: {
    ouPath: `OU=Sales,${corp}`,
    domainController: { id: controller },
    recursiveOuPath: false,
    directoryCredentialId: login,
    allowPlain: false,
    schedule: daily,
    deployment: onlyListing,
    ...content,
  },
  ...more,
});
const adHoc = (content: Part = {}, more: Part = {}) => {
  const { schedule: _, deployment: _d, ...rest } = bodyOf(content).content;
  return { ...bodyOf(), content: rest, jobType: 'AD_HOC', ...more };
};

const post = (body: object, { who } = technician) => who.post('/activedirectory/job', body);

async function added(content: Part = {}, more: Part = {}): Promise<number> {
  const { status, body } = await post(bodyOf(content, more));
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body['job']?.['id']);
}

const read = async (id: number) =>
  (await technician.who.get(`/activedirectory/job/${id}`)).body as unknown as Part & { content: Part };
const refusal = async (body: object) => {
  const { status, body: said } = await post(body);
  return [status, said['errorCode'], said['errorMessage']];
};

const run = (now = new Date()) => runDirectoryJobs(site.server.services, now);
const due = (id: number) =>
  database().execute(sql`update directory_job set next_run_at = now() - interval '1 second' where id = ${id}`);

/** A controller that was marked offline would be marked online by its next heartbeat. */
const neverConnected = async () => (await site.enrolled()).nodeId;
const readBy = (id: number, nodeId: number) =>
  database().execute(sql`update directory_job set domain_controller_id = ${nodeId} where id = ${id}`);

/** Lets the time of a job come, and its run end. */
async function ran(id: number): Promise<Part & { content: Part }> {
  await due(id);
  await run();
  await until(async () => {
    await run();
    expect((await read(id))['running']).toBe(false);
  });
  return read(id);
}

interface Device {
  name: string;
  status: string;
  location: { name: string } | null;
  deployment: string;
}
const devices = async () =>
  ((await technician.who.get('/activedirectory/device?limit=100')).body as unknown as { items: Device[] }).items;
const statuses = async () => Object.fromEntries((await devices()).map(({ name, status }) => [name, status]));

describe('a discovery job', () => {
  it('is stored with all that it was given, and its next time (F04-06 … F04-08, F04-14, F04-56)', async () => {
    const deployment = {
      windowsServers: true,
      windowsServersLocation: site.place.locationId,
      windowsServersApprovalMode: 'AUTO_APPROVE',
      windowsWorkstations: true,
      windowsWorkstationsLocation: site.place.locationId,
      windowsWorkstationsApprovalMode: 'PENDING_APPROVAL',
    };
    const id = await added({ deployment, recursiveOuPath: true }, { name: ' Nightly ' });
    const job = await read(id);
    expect(job).toMatchObject({
      id,
      name: 'Nightly',
      clientId: site.place.clientId,
      clientName: 'Northwind',
      jobType: 'SCHEDULED',
      runOnce: false,
      credentialId: login,
      createdBy: 'Technician Hopper',
      running: false,
      lastRunAt: null,
      lastOutcome: null,
      lastResult: '',
      revision: 1,
      content: {
        ouPath: `OU=Sales,${corp}`,
        domainController: { id: controller, name: expect.any(String) },
        recursiveOuPath: true,
        directoryCredentialId: login,
        allowPlain: false,
        schedule: daily,
        deployment,
        candidateNodes: [],
      },
    });
    const next = new Date(String(job['nextRunAt'])).getTime();
    expect(next).toBeGreaterThan(Date.now());
    expect(next).toBeLessThanOrEqual(Date.now() + 26 * 3_600_000);
    const listed = (await technician.who.get('/activedirectory/job')).body as unknown as {
      items: Part[];
      total: number;
    };
    const { candidateNodes: _, ...content } = job.content;
    expect(listed).toEqual({ items: [{ ...job, content }], total: 1 });
  });

  it('of one run has no schedule, and runs once (F04-19, F04-23)', async () => {
    const { body } = await post(adHoc());
    const job = await read(Number(body['job']?.['id']));
    expect(job).toMatchObject({ jobType: 'AD_HOC', runOnce: true, nextRunAt: null });
    expect(job.content).toMatchObject({ schedule: null, deployment: null });
    const { status, body: said } = await technician.who.post(`/activedirectory/job/${String(job['id'])}/run`, {});
    expect([status, said['errorCode']]).toEqual([409, 'directory_job_not_scheduled']);
  });

  it.each([
    [{ schedule: undefined }, '/content/schedule/repeats'],
    [{ schedule: { ...daily, repeats: 'WEEKLY' } }, '/content/schedule/daysOfWeek'],
    [{ schedule: { ...daily, repeats: 'MONTHLY' } }, '/content/schedule/dayOfMonth'],
    [{ schedule: { repeats: 'DAILY', runAtMinute: 0 } }, '/content/schedule/runAtHour'],
    [{ deployment: undefined }, '/content/deployment/windowsServers'],
    [{ deployment: { windowsServers: false, windowsWorkstations: false } }, '/content/deployment/windowsWorkstations'],
    [
      { deployment: { ...onlyListing, windowsServersApprovalMode: 'PENDING_APPROVAL' } },
      '/content/deployment/windowsServersLocation',
    ],
    [
      { deployment: { ...onlyListing, windowsWorkstationsApprovalMode: 'AUTO_APPROVE' } },
      '/content/deployment/windowsWorkstationsLocation',
    ],
    [{ ouPath: 'corp.test/Sales' }, '/content/ouPath'],
  ])('is refused with %j at %s (F04-12, F04-25, F04-27, F04-35)', async (content, pointer) => {
    const { status, body } = await post(bodyOf(content));
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, expect.arrayContaining([pointer])]);
  });

  it('needs a name (F04-26)', async () => {
    expect((await post(bodyOf({}, { name: '  ' }))).body.fields).toEqual({ '/name': 'Required' });
  });

  it('needs a location of the organization, and a credential that was validated (F04-33)', async () => {
    const abroad = await site.admin.post('/client', { name: 'Abroad', locations: [{ name: 'Main' }] });
    const { locations } = abroad.body['client'] as unknown as { locations: { id: number }[] };
    const foreign = { windowsServersApprovalMode: 'PENDING_APPROVAL', windowsServersLocation: locations[0]?.id };
    expect((await post(bodyOf({ deployment: { ...onlyListing, ...foreign } }))).body.fields).toEqual({
      '/content/deployment/windowsServersLocation': 'Choose a location of the organization.',
    });
    const wrong = await credential('Wrong', 'another');
    const failed = await validated(wrong);
    expect((await refusal(bodyOf({}, { credentialId: wrong, test: failed })))[1]).toBe('credential_not_validated');
    expect((await refusal(bodyOf({}, { credentialId: wrong })))[1]).toBe('credential_not_validated');
  });

  it('is seen, changed, run and deleted by who may add devices there', async () => {
    const id = await added();
    const tried = async ({ who }: Person) => [
      (await who.get(`/activedirectory/job/${id}`)).status,
      (await who.put(`/activedirectory/job/${id}`, bodyOf())).status,
      (await who.post(`/activedirectory/job/${id}/run`, {})).status,
      (await who.delete(`/activedirectory/job/${id}`)).status,
    ];
    const viewer = await addPerson(site.server, site.admin, 'Views');
    await viewer.may(granted('ORGANIZATION:View', 'NODE:View'));
    expect(await tried(viewer)).toEqual([403, 403, 403, 403]);
    const elsewhere = await site.admin.post('/client', { name: 'Fabrikam', locations: [{ name: 'Main' }] });
    const entityId = Number(elsewhere.body['client']?.['id']);
    const stranger = await addPerson(site.server, site.admin, 'Strange');
    // Sees the organization, and may add devices to another one alone.
    await stranger.may([...granted('ORGANIZATION:View', 'NODE:View'), { permission: 'NODE:Create', entityId }]);
    expect(await tried(stranger)).toEqual([404, 404, 404, 404]);
    expect((await stranger.who.get('/activedirectory/job')).body).toEqual({ items: [], total: 0 });
    expect((await post(bodyOf({ ouPath: `OU=Servers,${corp}` }), stranger)).status).toBe(403);
    const place = { clientId: site.place.clientId, domainController: controller, ouPath: `OU=Sales,${corp}` };
    const check = { ...place, recursiveOuPath: false, jobType: 'SCHEDULED' };
    expect((await stranger.who.post('/activedirectory/job/check', check)).status).toBe(403);
    expect((await technician.who.delete(`/activedirectory/job/${id}`)).status).toBe(200);
    expect((await technician.who.get(`/activedirectory/job/${id}`)).status).toBe(404);
  });

  it('is changed on the revision that was read, and stays with its organization and its kind', async () => {
    const id = await added();
    const put = (body: object, revision?: number) =>
      technician.who.put(`/activedirectory/job/${id}`, { ...body, ...(revision !== undefined && { revision }) });
    expect((await put(bodyOf({}, { name: 'Renamed' }), 1)).body['job']).toMatchObject({ name: 'Renamed', revision: 2 });
    expect((await put(bodyOf(), 1)).body['errorCode']).toBe('directory_job_changed');
    expect((await put(adHoc())).body.fields).toHaveProperty(['/jobType']);
    const elsewhere = await site.admin.post('/client', { name: 'Tailspin', locations: [{ name: 'Main' }] });
    const moved = bodyOf({}, { clientId: Number(elsewhere.body['client']?.['id']) });
    expect((await put(moved)).body.fields).toHaveProperty(['/clientId']);
  });
});

describe('two discovery jobs', () => {
  const check = async (content: Part, more: Part = {}) => {
    const { ouPath, recursiveOuPath } = bodyOf(content).content;
    const body = { clientId: site.place.clientId, domainController: controller, ouPath, recursiveOuPath };
    return (await technician.who.post('/activedirectory/job/check', { ...body, jobType: 'SCHEDULED', ...more })).body;
  };

  it.each([`OU=Sales,${corp}`, 'ou = SALES , dc=Corp,DC=test', `OU=\\53ales,${corp}`])(
    'cannot have the same OU path on a domain controller, as %s (F04-28, F04-44)',
    async (ouPath) => {
      const id = await added();
      expect(await check({ ouPath })).toEqual({
        code: 'taken',
        message: 'Cannot create multiple discovery jobs for the same OU Path.',
      });
      expect(await refusal(bodyOf({ ouPath }))).toEqual([
        409,
        'domain_controller_and_ou_path_already_in_use',
        'Domain Controller and OU Path already in use.',
      ]);
      expect((await refusal(adHoc({ ouPath })))[0]).toBe(409);
      // The job itself is in nobody's way.
      expect(await check({ ouPath }, { id })).toEqual({ code: 'free', message: '' });
      expect((await technician.who.put(`/activedirectory/job/${id}`, bodyOf({ ouPath }))).status).toBe(200);
    },
  );

  it('refuse a recursive one above a scheduled one (F04-29)', async () => {
    await added({ ouPath: `OU=Laptops,OU=Sales,${corp}` });
    const above = { ouPath: `OU=Sales,${corp}`, recursiveOuPath: true };
    expect((await check(above))['message']).toContain('“Nightly” discovers an OU below this one');
    expect((await refusal(bodyOf(above)))[1]).toBe('child_ou_has_scheduled_job');
    expect((await refusal(adHoc(above)))[1]).toBe('child_ou_has_scheduled_job');
    expect((await check({ ...above, recursiveOuPath: false }))['message']).toBe('');
    await added({ ...above, recursiveOuPath: false });
    // Another OU whose name ends alike is not below.
    await added({ ouPath: `OU=Servers,${corp}`, recursiveOuPath: true });
  });

  it('refuse a scheduled one below a recursive scheduled one (F04-30)', async () => {
    await added({ recursiveOuPath: true });
    const below = { ouPath: `OU=Laptops,OU=Sales,${corp}` };
    expect((await check(below))['message']).toContain('“Nightly” discovers an OU above this one');
    expect((await refusal(bodyOf(below)))[1]).toBe('parent_ou_has_recursive_job');
    expect((await post(adHoc(below))).status).toBe(200);
  });

  it('that are saved at once are refused as if one came after the other (F04-28 … F04-30)', async () => {
    const both = async (one: Part, other: Part) => {
      const answers = await Promise.all([post(bodyOf(one)), post(bodyOf(other))]);
      await database().execute(sql`delete from directory_job`);
      return answers.map(({ status }) => status).toSorted((a, b) => a - b);
    };
    const below = { ouPath: `OU=Laptops,OU=Sales,${corp}` };
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await both({}, {})).toEqual([200, 409]);
      expect(await both({ recursiveOuPath: true }, below)).toEqual([200, 409]);
    }
  });
});

describe('a scheduled job', () => {
  const deployment = (more: Part) => ({ ...onlyListing, ...more });
  const placed = (group: string, mode: string) => ({
    [`${group}ApprovalMode`]: mode,
    [`${group}Location`]: site.place.locationId,
  });

  it('decides about new servers and workstations as their groups say, at its time (F04-05, F04-08, F04-09, F04-14, F04-54)', async () => {
    const groups = {
      ...placed('windowsServers', 'AUTO_APPROVE'),
      ...placed('windowsWorkstations', 'PENDING_APPROVAL'),
    };
    const id = await added({ ouPath: corp, recursiveOuPath: true, deployment: deployment(groups) });
    await run();
    expect((await read(id))['lastRunAt']).toBeNull();
    const job = await ran(id);
    expect(job).toMatchObject({
      lastOutcome: 'succeeded',
      lastResult: '8 computers found: 6 marked as pending, 2 approved.',
    });
    expect(new Date(String(job['nextRunAt'])).getTime()).toBeGreaterThan(Date.now());
    expect(await statuses()).toMatchObject({ DC1: 'APPROVED', FILE1: 'APPROVED', 'SALES-PC1': 'PENDING' });
    expect((await devices()).every(({ location }) => location?.name === 'Delft')).toBe(true);
    expect(job.content['candidateNodes']).toHaveLength(8);
    expect(job.content['candidateNodes']).toContainEqual({
      name: 'DC1',
      objectGuid: expect.any(String),
      status: 'APPROVED',
      location: 'Delft',
    });
    // The deployment starts as if a technician had approved them.
    await until(async () => {
      const servers = (await devices()).filter(({ name }) => ['DC1', 'FILE1'].includes(name));
      expect(servers.map((one) => one.deployment)).toEqual(['started', 'started']);
    });
  });

  it('lists the computers of a group without a mode, and ignores a group that is off (F04-14)', async () => {
    const id = await added({
      ouPath: corp,
      recursiveOuPath: true,
      deployment: deployment({ windowsWorkstations: false }),
    });
    const job = await ran(id);
    expect(job['lastResult']).toBe('8 computers found: 2 new.');
    const names = (job.content['candidateNodes'] as Part[]).map(({ name, status }) => [name, status]);
    expect(new Map(names as [string, string][])).toEqual(
      new Map([
        ['DC1', 'NEW'],
        ['FILE1', 'NEW'],
      ]),
    );
    expect(await devices()).toEqual([]);
  });

  it('leaves alone what was decided or rejected, and decides once (F04-16)', async () => {
    const id = await added({ deployment: deployment(placed('windowsWorkstations', 'AUTO_APPROVE')) });
    await ran(id);
    const one = (await devices())[0] as Device & { id: number };
    await technician.who.post(`/activedirectory/device/${one.id}/status`, { status: 'REJECTED' });
    const before = await statuses();
    const job = await ran(id);
    expect(job['lastResult']).toBe('2 computers found, none of them new.');
    expect(await statuses()).toEqual(before);
  });

  it('runs once, however many servers look for it', async () => {
    const id = await added({ deployment: deployment(placed('windowsWorkstations', 'PENDING_APPROVAL')) });
    await due(id);
    await Promise.all([run(), run(), run()]);
    const started = await database().execute(
      sql`select 1 from agent_command c join directory_job j on j.run_id = c.id where j.id = ${id}`,
    );
    const commands = await database().execute(
      sql`select 1 from run where kind = 'agent:directory.read' and user_id is null and state = 'running'`,
    );
    expect([started.rows.length, commands.rows.length]).toEqual([1, 1]);
    // Its time comes again while it runs: no second run starts.
    await due(id);
    await run();
    await until(async () => {
      await Promise.all([run(), run()]);
      expect((await read(id))['running']).toBe(false);
    });
    const noted = await database().execute(
      sql`select 1 from audit where action = 'DIRECTORY_JOB_RAN' and summary like '%2 marked as pending%'`,
    );
    expect(noted.rows).toHaveLength(1);
  });

  it('says why it could not run, and tries again at its next time', async () => {
    const id = await added();
    const reason = async () => {
      await due(id);
      await run();
      const job = await read(id);
      expect(new Date(String(job['nextRunAt'])).getTime()).toBeGreaterThan(Date.now());
      return [job['lastOutcome'], job['lastResult'], job['running']];
    };
    await readBy(id, await neverConnected());
    expect(await reason()).toEqual(['failed', 'The domain controller is offline.', false]);
    await readBy(id, controller);
    const { rows } = await database().execute(
      sql`select organization_id, location_id from node where id = ${controller}`,
    );
    const home = rows[0] ?? {};
    const abroad = (await site.admin.post('/client', { name: 'Moved', locations: [{ name: 'Main' }] })).body['client'];
    await database().execute(
      sql`update node set organization_id = ${abroad?.['id']}, location_id = ${abroad?.['locations']?.[0]?.['id']} where id = ${controller}`,
    );
    expect(await reason()).toEqual(['failed', 'Domain controller not found', false]);
    await database().execute(
      sql`update node set organization_id = ${home['organization_id']}, location_id = ${home['location_id']} where id = ${controller}`,
    );
    await database().execute(sql`update directory_job set directory_credential_id = null`);
    expect((await reason())[1]).toContain('The credential that reads the directory was removed.');
    await database().execute(sql`update directory_job set domain_controller_id = null`);
    expect(await reason()).toEqual(['failed', 'Domain controller not found', false]);
  });

  it('stops when its author lost a permission or their account, says so once, and runs again for another author', async () => {
    const author = await addPerson(site.server, site.admin, 'Author');
    const all = ['ORGANIZATION:View', 'NODE:View', 'NODE:Create'];
    await author.may(granted(...all));
    const body = { ...bodyOf(), test: await validated(login, author.who) };
    const id = Number((await post(body, author)).body['job']?.['id']);
    const again = 'Save the job again as somebody who may.';
    const lastResult = async () => {
      await due(id);
      await run();
      return (await read(id))['lastResult'];
    };
    const stopped = async () => {
      const { rows } = await database().execute(
        sql`select summary from audit where action = 'DIRECTORY_JOB_STOPPED' order by id`,
      );
      return rows.map(({ summary }) => summary);
    };
    const lostIt = `Author Hopper may not add devices to this organization any more. ${again}`;
    for (const lost of all) {
      await author.may(granted(...all.filter((each) => each !== lost)));
      expect(await lastResult(), lost).toBe(lostIt);
    }
    expect(await stopped(), 'once').toEqual([expect.stringContaining(lostIt)]);
    await author.may(granted(...all));
    expect(await ran(id)).toMatchObject({ lastOutcome: 'succeeded' });
    const remove = async () => Number((await site.admin.delete(`/appuser/${author.id}`)).body['deletionId']);
    const deletionId = await remove();
    const before = await read(id);
    await due(id);
    await run();
    const { running, lastRunAt, lastResult: words, nextRunAt } = await read(id);
    expect({ running, lastRunAt, words }, 'waits for the undo').toEqual({
      running: false,
      lastRunAt: before['lastRunAt'],
      words: before['lastResult'],
    });
    expect(Date.parse(String(nextRunAt))).toBeLessThan(Date.now());
    expect((await site.admin.post(`/deletion/${deletionId}/undo`)).status).toBe(200);
    expect(await ran(id)).toMatchObject({ lastOutcome: 'succeeded' });
    await remove();
    await purgeNow(site.server);
    expect(await lastResult()).toBe(`Author Hopper cannot sign in any more. ${again}`);
    expect(await stopped()).toHaveLength(2);
    const mine = { ...bodyOf(), test: await validated(login) };
    expect((await technician.who.put(`/activedirectory/job/${id}`, mine)).status).toBe(200);
    expect(await ran(id)).toMatchObject({ lastOutcome: 'succeeded', createdBy: 'Technician Hopper' });
  });

  it('says what the directory refused, and that a location was removed', async () => {
    const gone = await added({ ouPath: `OU=Nowhere,${corp}` });
    expect(await ran(gone)).toMatchObject({ lastOutcome: 'failed', lastResult: 'Invalid OU Path' });
    const id = await added({ deployment: deployment(placed('windowsWorkstations', 'AUTO_APPROVE')) });
    await database().execute(
      sql`update directory_job set deployment = deployment || '{"windowsWorkstationsLocation": 999999}' where id = ${id}`,
    );
    expect(await ran(id)).toMatchObject({
      lastOutcome: 'failed',
      lastResult: '2 computers found: 2 new. The location of workstations was removed. Edit the job.',
    });
    expect(await devices()).toEqual([]);
  });

  it('runs on request, and says at once that it cannot', async () => {
    const id = await added({ deployment: deployment(placed('windowsWorkstations', 'PENDING_APPROVAL')) });
    const { nextRunAt } = await read(id);
    const start = () => technician.who.post(`/activedirectory/job/${id}/run`, {});
    expect((await start()).status).toBe(200);
    expect((await start()).body['errorCode']).toBe('directory_job_running');
    // The server itself looks for the end.
    await until(async () => expect((await read(id))['lastResult']).toBe('2 computers found: 2 marked as pending.'));
    expect((await read(id))['nextRunAt']).toBe(nextRunAt);
    await readBy(id, await neverConnected());
    expect((await start()).body['errorCode']).toBe('device_offline');
  });
});

it('of an ad hoc job notes that a technician ran it (F04-21)', async () => {
  const { body } = await post(adHoc());
  const id = Number(body['job']?.['id']);
  const other = await added({ ouPath: `OU=Servers,${corp}` });
  const { ouPath, recursiveOuPath, directoryCredentialId, allowPlain } = bodyOf().content;
  const asked = { clientId: site.place.clientId, domainController: controller, directoryCredentialId, allowPlain };
  const started = await technician.who.post('/activedirectory/computer', { ...asked, ouPath, recursiveOuPath });
  const reading = String(started.body['id']);
  await until(async () => expect((await technician.who.get(`/run/${reading}`)).body['state']).toBe('done'));
  const every = { all: true, filter: { field: 'status', value: 'NEW' }, except: [] };
  const changes = [{ rows: every, column: 'newStatus', value: 'REJECTED' }];
  const apply = (jobId: number) =>
    technician.who.post(`/activedirectory/${reading}/apply`, {
      credentialId: login,
      test,
      devices: { selected: every, changes },
      jobId,
    });
  expect((await apply(id)).status).toBe(200);
  expect(await read(id)).toMatchObject({
    lastOutcome: 'succeeded',
    lastResult: 'A technician decided about 2 computers.',
    lastRunAt: expect.any(String),
  });
  // A scheduled job is run by the server alone.
  await apply(other);
  expect((await read(other))['lastRunAt']).toBeNull();
});
