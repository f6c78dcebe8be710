import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { localText } from '#engine/vocabulary/instant.ts';
import { audit } from '#server/database/schema/audit.ts';
import { agentCommand } from '#server/database/schema/agents.ts';
import { scheduledTaskTarget } from '#server/database/schema/scheduled-tasks.ts';
import { appUser } from '#server/database/schema/users.ts';
import { dropOldReboots, runReboots } from '#server/power/run-reboots.ts';
import { addPerson, rebootBody } from '../contract/site.ts';
import { startAgent, startSite, temporaryDirectory, until } from './agent-rig.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

/** A stand-in for the command that reboots: it writes a line for each time that it runs. */
function standIn(exitCode = 0): { command: string; times: () => number } {
  const directory = temporaryDirectory();
  const [script, said] = [join(directory, 'stand-in.sh'), join(directory, 'it said')];
  writeFileSync(script, `#!/bin/sh\necho "$@" >> "$1"\nexit ${exitCode}\n`, { mode: 0o700 });
  return {
    command: `${script} "${said}" now`,
    times: () => (existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n').length : 0),
  };
}

async function device(options: Parameters<typeof startAgent>[1] = {}) {
  const agent = startAgent(site.server.url, { token: await site.freshToken(), ...options });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  return { agent, id };
}

const zone = 'Pacific/Auckland';
/** The schedule of the minute that a time is in. */
function at(milliseconds: number) {
  const local = localText(milliseconds, zone);
  return {
    startDate: local.slice(0, 10),
    runAtHour: Number(local.slice(11, 13)),
    runAtMinute: Number(local.slice(14, 16)),
    timeZone: zone,
  };
}

const minute = 60_000;
const soon = () => at(Date.now() + 2 * minute);
const body = (
  ids: number[],
  { skipIfOffline = true, ...schedule }: { skipIfOffline?: boolean } & Partial<ReturnType<typeof at>> = {},
) => {
  const usual = rebootBody('Updates', ...ids);
  return { ...usual, content: { skipIfOffline }, schedule: { ...usual.schedule, ...soon(), ...schedule } };
};
async function schedule(ids: number[], more: Parameters<typeof body>[1] = {}) {
  const answer = await site.admin.post('/scheduledTask/reboot', body(ids, more));
  expect(answer.body).toMatchObject({ resultCode: 'SUCCESS' });
  return { id: Number(answer.body['id']), runAt: Date.parse(String(answer.body['runAt'])) };
}

interface Listed {
  id: number;
  state: string;
  reason: string;
}
const listed = async (id: number) => (await site.admin.get(`/device/${id}/reboots`)).body as unknown as Listed[];
/** The job, at the time of the reboot, or so much later. */
const runAt = ({ runAt: time }: { runAt: number }, later = 0) =>
  runReboots(site.server.services, new Date(time + later));
async function ended(id: number, reboot: { runAt: number }): Promise<Listed | undefined> {
  return until(async () => {
    await runAt(reboot);
    const [first] = await listed(id);
    expect(['WAITING', 'SENT']).not.toContain(first?.state);
    return first;
  });
}

describe('a scheduled reboot', () => {
  it('is refused by a computer whose settings do not name a command', async () => {
    const { id } = await device();
    expect(await ended(id, await schedule([id]))).toMatchObject({
      state: 'REFUSED',
      reason: 'The settings of this device do not allow reboots: they name no command (CAIRN_AGENT_REBOOT)',
    });
  });

  it('runs the command of the settings at its time, once however often the server looks (F13-01, F13-06, F13-08, F13-10)', async () => {
    const { command, times } = standIn();
    const { id } = await device({ reboot: command });
    const reboot = await schedule([id]);
    await runAt(reboot, -1);
    expect((await listed(id))[0]).toMatchObject({ state: 'WAITING' });
    await Promise.all([runAt(reboot), runAt(reboot), runAt(reboot)]);
    expect(await ended(id, reboot)).toMatchObject({ state: 'DONE', reason: '' });
    await runAt(reboot, minute);
    expect(times()).toBe(1);
    const { items } = (await site.admin.get('/activity?limit=20')).body as never as { items: { action: string }[] };
    const actions = items.map(({ action }) => action);
    expect(actions.filter((action) => action === 'REBOOT_SCHEDULED')).not.toHaveLength(0);
    expect(actions).toContain('REBOOT_ENDED');
  });

  it('is skipped during maintenance that suppresses tasks, which lists it', async () => {
    const { command, times } = standIn();
    const { id } = await device({ reboot: command });
    const maintain = (tasks: boolean) =>
      site.admin.post('/maintenance', {
        schedule: { startTime: null, endTime: null },
        options: { notifications: true, tasks },
        deviceIds: [id],
        override: true,
      });
    await maintain(true);
    expect(await ended(id, await schedule([id]))).toMatchObject({
      state: 'SKIPPED',
      reason: 'The device was in maintenance, which suppressed its tasks.',
    });
    const { items } = (await site.admin.get(`/device/${id}/maintenance`)).body as never as {
      items: { suppressed: unknown }[];
    };
    expect(items[0]?.suppressed).toMatchObject({
      total: 1,
      items: [{ kind: 'REBOOT', conditionName: 'Updates', message: 'Scheduled reboot' }],
    });
    expect(times()).toBe(0);
    await maintain(false);
    expect(await ended(id, await schedule([id])), 'another maintenance').toMatchObject({ state: 'DONE' });
  });

  it('says how the command failed', async () => {
    const { id } = await device({ reboot: standIn(3).command });
    expect(await ended(id, await schedule([id]))).toMatchObject({
      state: 'REFUSED',
      reason: 'The command for reboots ended with code 3',
    });
  });

  it('is carried out only as its server signed it, for this device and its time', async () => {
    const { command, times } = standIn();
    const { id } = await device({ reboot: command });
    const other = await device({ reboot: command });
    const database = site.server.services.database;
    const signed = async (nodeId: number) =>
      (await database.select().from(scheduledTaskTarget).where(eq(scheduledTaskTarget.nodeId, nodeId)))[0];
    const reboot = await schedule([id, other.id]);
    const [mine, others] = [await signed(id), await signed(other.id)];
    await database
      .update(scheduledTaskTarget)
      .set({ signature: String(others?.signature) })
      .where(eq(scheduledTaskTarget.nodeId, id));
    expect(await ended(id, reboot)).toMatchObject({
      state: 'REFUSED',
      reason: expect.stringContaining('The reboot is not signed by this device’s server') as string,
    });
    expect(await ended(other.id, reboot)).toMatchObject({ state: 'DONE' });
    expect(times()).toBe(1);
    expect(mine?.signature).not.toBe(others?.signature);
  });

  it('waits for no device that is offline when it is skipped then (F13-03)', async () => {
    const { agent, id } = await device();
    await agent.stop();
    await until(async () => expect(await site.deviceState(id)).toBe('offline'));
    const reboot = await schedule([id]);
    await runAt(reboot);
    expect((await listed(id))[0]).toMatchObject({ state: 'WAITING', reason: 'The device is offline.' });
    await runAt(reboot, 5 * minute + 1);
    expect((await listed(id))[0]).toMatchObject({ state: 'SKIPPED', reason: 'The device was offline.' });
  });

  it('waits a day for a device that is offline otherwise, and reboots it once it is back (F13-03)', async () => {
    const { command, times } = standIn();
    const { agent, id } = await device({ reboot: command });
    await agent.stop();
    await until(async () => expect(await site.deviceState(id)).toBe('offline'));
    const reboot = await schedule([id], { skipIfOffline: false });
    await runAt(reboot, 10 * minute);
    expect((await listed(id))[0]).toMatchObject({ state: 'WAITING', reason: 'The device is offline.' });
    startAgent(site.server.url, { dataDirectory: agent.dataDirectory, reboot: command });
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    expect(await ended(id, reboot)).toMatchObject({ state: 'DONE' });
    expect(times()).toBe(1);
  });

  it('is missed, and says so, when no server ran until it was too late', async () => {
    const { command, times } = standIn();
    const { id } = await device({ reboot: command });
    const reboot = await schedule([id]);
    await runAt(reboot, 6 * minute);
    expect((await listed(id))[0]).toMatchObject({
      state: 'MISSED',
      reason: 'The server was not running at that time, and it is too late now.',
    });
    expect(times()).toBe(0);
    const waited = await schedule([id], { skipIfOffline: false });
    await runAt(waited, 25 * 60 * minute);
    expect((await listed(id))[0]).toMatchObject({ state: 'MISSED' });
  });

  it('is not confirmed when the device goes down before it answers', async () => {
    const { id, agent } = await device({ methods: { 'power.reboot': () => new Promise(() => {}) } });
    const reboot = await schedule([id]);
    await runAt(reboot);
    await until(async () => {
      const [row] = await site.server.services.database.select().from(agentCommand).where(eq(agentCommand.nodeId, id));
      expect(row?.sentAt).not.toBeNull();
    });
    await agent.stop();
    startAgent(site.server.url, { dataDirectory: agent.dataDirectory });
    expect(await ended(id, reboot)).toMatchObject({ state: 'UNCONFIRMED' });
  });

  it.each(['ORGANIZATION:View', 'NODE:View', 'NODE:Update', 'their account'])(
    'is refused, and says so, when its author lost %s',
    async (lost) => {
      const { command, times } = standIn();
      const { id } = await device({ reboot: command });
      const author = await addPerson(site.server, site.admin, `Author${lost.replace(/\W/g, '')}`);
      const all = ['ORGANIZATION:View', 'NODE:View', 'NODE:Update'];
      const may = (names: string[]) =>
        author.may(names.map((permission) => ({ permission, entityId: site.place.clientId })) as never);
      await may(all);
      const { body: said } = await author.who.post('/scheduledTask/reboot', body([id]));
      const { database } = site.server.services;
      // A reboot of somebody who is deleted waits for the undo.
      if (lost === 'their account')
        await database.update(appUser).set({ enabled: false }).where(eq(appUser.id, author.id));
      else await may(all.filter((each) => each !== lost));
      const reboot = { runAt: Date.parse(String(said['runAt'])) };
      expect(await ended(id, reboot)).toMatchObject({
        state: 'REFUSED',
        reason: expect.stringMatching(
          /^Author\w+ Hopper (?:may not change this device|cannot sign in) any more\. Schedule the reboot again as somebody who may\.$/,
        ),
      });
      await runAt(reboot, minute);
      expect(times()).toBe(0);
      const rows = await database
        .select()
        .from(audit)
        .where(eq(audit.entityId, String(id)));
      expect(rows.filter(({ action }) => action === 'REBOOT_ENDED')).toHaveLength(1);
    },
  );

  it('runs on no device that is marked for deletion', async () => {
    const { command, times } = standIn();
    const { id } = await device({ reboot: command });
    const reboot = await schedule([id]);
    expect((await site.admin.post('/device/delete', { nodeIds: [id] })).status).toBe(200);
    await runAt(reboot);
    const [row] = await site.server.services.database
      .select()
      .from(scheduledTaskTarget)
      .where(eq(scheduledTaskTarget.nodeId, id));
    expect(row).toMatchObject({ state: 'WAITING' });
    expect(times()).toBe(0);
  });

  it('can be cancelled while it waits, on one device of several', async () => {
    const [one, two] = [await device(), await device()];
    const reboot = await schedule([one.id, two.id]);
    const path = `/device/${one.id}/reboots/${reboot.id}/cancel`;
    expect((await site.admin.post(path, {})).body).toEqual({ resultCode: 'SUCCESS' });
    expect((await listed(one.id))[0]).toMatchObject({ state: 'CANCELLED' });
    expect((await site.admin.post(path, {})).body).toMatchObject({ errorCode: 'reboot_not_waiting' });
    expect(await ended(two.id, reboot)).toMatchObject({ state: 'REFUSED' });
    expect((await listed(one.id))[0]).toMatchObject({ state: 'CANCELLED' });
    expect((await site.admin.post(`/device/${two.id}/reboots/999999/cancel`, {})).status).toBe(404);
  });

  it('is removed three months after it is over, and no sooner', async () => {
    const { id } = await device();
    const reboot = await schedule([id]);
    const { database } = site.server.services;
    const later = new Date(reboot.runAt + 91 * 86_400_000);
    await dropOldReboots(database, later);
    expect(await listed(id)).toHaveLength(1);
    await site.admin.post(`/device/${id}/reboots/${reboot.id}/cancel`, {});
    await dropOldReboots(database, new Date(reboot.runAt + 89 * 86_400_000));
    expect(await listed(id)).toHaveLength(1);
    await dropOldReboots(database, later);
    expect(await listed(id)).toEqual([]);
  });
});

describe('the server refuses', () => {
  const refused = async (asked: object) => (await site.admin.post('/scheduledTask/reboot', asked)).body;

  it('a time that has passed in the zone, though not elsewhere (F13-07)', async () => {
    const { id } = await device();
    expect(await refused(body([id], at(Date.now() - minute)))).toMatchObject({
      errorCode: 'invalid_input',
      fields: { '/schedule/startDate': 'Date and time must be in the future' },
    });
    // The same clock a zone to the west is to come.
    expect(await refused(body([id], { ...at(Date.now() - minute), timeZone: 'Europe/Berlin' }))).toMatchObject({
      resultCode: 'SUCCESS',
    });
  });

  it('scripts, a schedule that repeats, and a device twice (F13-04, F13-05, F13-10)', async () => {
    const { id } = await device();
    const usual = body([id]);
    for (const [more, field] of [
      [{ scripts: { actionList: [{ scriptId: 1, scriptName: 'x' }] } }, '/scripts/actionList'],
      [{ schedule: { ...usual.schedule, repeats: 'WEEKLY' } }, '/schedule/repeats'],
      [
        { schedule: { ...usual.schedule, end: { type: 'NEVER', occurenceCount: 1, endDate: null } } },
        '/schedule/end/type',
      ],
      [{ adHoc: false }, '/adHoc'],
      [{ targets: [...usual.targets, ...usual.targets] }, '/targets'],
    ] as const)
      expect(Object.keys((await refused({ ...usual, ...more }))['fields'] ?? {}), field).toContain(field);
  });

  it('more waiting reboots of a device than 20', async () => {
    const { id } = await device();
    const now = Date.now();
    for (let count = 1; count <= 20; count++) await schedule([id], at(now + count * 60 * minute));
    expect(await refused(body([id]))).toMatchObject({ fields: { '/targets': '20 reboots of a device wait already' } });
  });

  it('a person who may not change the device, and hides it from one who may not see it', async () => {
    const { id } = await device();
    const { clientId } = site.place;
    const reboot = await schedule([id]);
    const grace = await addPerson(site.server, site.admin, 'Grace');
    const tries = async () => [
      (await grace.who.post('/scheduledTask/reboot', body([id]))).status,
      (await grace.who.get(`/device/${id}/reboots`)).status,
      (await grace.who.post(`/device/${id}/reboots/${reboot.id}/cancel`, {})).status,
    ];
    const here = (...permissions: string[]) => permissions.map((permission) => ({ permission, entityId: clientId }));
    const { client } = (await site.admin.post('/client', { name: 'Elsewhere', locations: [{ name: 'X' }] })).body;
    const elsewhere = ['ORGANIZATION:View', 'NODE:View', 'NODE:Update'].map((permission) => ({
      permission,
      entityId: Number(client?.['id']),
    }));
    await grace.may(elsewhere);
    expect(await tries()).toEqual([404, 404, 404]);
    await grace.may([...elsewhere, ...here('ORGANIZATION:View', 'NODE:View')]);
    expect(await tries()).toEqual([403, 200, 403]);
    await grace.may(here('ORGANIZATION:View', 'NODE:View', 'NODE:Update'));
    expect(await tries()).toEqual([200, 200, 200]);
  });
});
