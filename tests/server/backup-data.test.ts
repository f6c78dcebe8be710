// Deletion with the backup data (F10-03, F10-16, F10-17): real agents, which delete real files of a temporary folder.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#server/database/schema/audit.ts';
import { agentCommand } from '#server/database/schema/agents.ts';
import { backupBody, shareBody } from '../contract/backup-body.ts';
import { addPerson, everythingIn } from '../contract/site.ts';
import { startAgent, startSite, temporaryDirectory, until } from './agent-rig.ts';
import type { Json } from './visitor.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const images = ['root_VOL-b001.spf', 'root_VOL-b001-i001.spi'];

/** A device with a backup job into a folder of its own that has two image files, and a file that is none. */
async function backedUp({ allows = true, place = site.place } = {}) {
  const { body } = await site.admin.post('/device/enrollment', place);
  const agent = startAgent(site.server.url, { token: String(body['token']), deletesBackups: allows });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  const folder = temporaryDirectory();
  for (const name of [...images, 'notes.txt']) writeFileSync(join(folder, name), 'image');
  const added = await site.admin.post('/backupjob', backupBody(id, 'Nightly', { localDestinationPath: folder }));
  expect(added.status).toBe(200);
  const kept = join(agent.dataDirectory, 'desired-state', 'backup-jobs.json');
  await until(() => expect(readFileSync(kept, 'utf8')).toContain(folder));
  return { agent, id, folder };
}

async function organization(name: string): Promise<typeof site.place> {
  const { body } = await site.admin.post('/client', { name, locations: [{ name: 'Office' }] });
  const { id, locations } = body['client'] as unknown as { id: number; locations: { id: number }[] };
  return { clientId: id, locationId: locations[0]?.id ?? 0 };
}

const ended = (started: { status: number; body: Json }) =>
  until(async () => {
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    const { body } = await site.admin.get(`/run/${String(started.body['id'])}`);
    expect(['queued', 'running']).not.toContain(body['state']);
    return body as Json & { state: string; result: Json; refusal: { code: string; message: string } };
  });
const eraseDevices = async (...nodeIds: number[]) =>
  ended(await site.admin.post('/device/delete/including-backup-data', { nodeIds }));
const audited = (nodeId: number) =>
  site.server.services.database
    .select({ action: audit.action, summary: audit.summary })
    .from(audit)
    .where(eq(audit.entityId, String(nodeId)))
    .then((rows) => rows.filter(({ action }) => action.startsWith('BACKUP_DATA')));
const stands = async (id: number) => (await site.admin.get(`/device/${id}`)).status === 200;

describe('backup data', { timeout: 90_000 }, () => {
  it('is counted by device and by organization, with the reason where it cannot be deleted (F10-17)', async () => {
    const place = await organization('Counted');
    const client = place.clientId;
    const { id, folder } = await backedUp({ place });
    const refusing = await backedUp({ place, allows: false });
    const gone = await backedUp({ place });
    await gone.agent.stop();
    await until(async () => expect(await site.deviceState(gone.id)).toBe('offline'));
    const one = (await site.admin.get(`/backupdata?nodeId=${id}`)).body;
    expect(one).toMatchObject({
      deviceCount: 1,
      files: 2,
      bytes: 10,
      devices: [{ nodeId: id, reason: '', destinations: [{ path: folder, files: 2, bytes: 10, others: 0 }] }],
    });
    const all = (await site.admin.get(`/backupdata?customerId=${client}`)).body;
    expect(all).toMatchObject({ deviceCount: 3, files: 4 });
    const reasonOf = (nodeId: number) =>
      (all['devices'] as unknown as { nodeId: number; reason: string }[]).find((device) => device.nodeId === nodeId)
        ?.reason;
    expect(reasonOf(refusing.id)).toContain('CAIRN_AGENT_BACKUP_DATA');
    expect(reasonOf(gone.id)).toBe('The device is offline.');
    expect((await site.admin.get('/backupdata')).body).toMatchObject({ fields: { '/nodeId': expect.any(String) } });
    expect(existsSync(join(folder, 'root_VOL-b001.spf'))).toBe(true);
  });

  it('goes for good with its device, which the undo brings back without it (F10-03)', async () => {
    const { id, folder } = await backedUp();
    const run = await eraseDevices(id);
    expect(run).toMatchObject({ state: 'done', result: { resultCode: 'SUCCESS', files: 2, bytes: 10 } });
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect(await stands(id)).toBe(false);
    expect(await audited(id)).toEqual([
      { action: 'BACKUP_DATA_DELETED', summary: expect.stringMatching(/for good: 2 image files, 10 B/) },
    ]);
    const undone = await site.admin.post(`/deletion/${String(run.result['deletionId'])}/undo`);
    expect(undone.body).toMatchObject({ resultCode: 'SUCCESS' });
    expect(await stands(id)).toBe(true);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('goes with an organization (F10-16)', async () => {
    const place = await organization('Going');
    const client = place.clientId;
    const { id, folder } = await backedUp({ place });
    const other = await backedUp({ place });
    const run = await ended(await site.admin.delete(`/client/${client}/including-backup-data`));
    expect(run).toMatchObject({ state: 'done', result: { name: 'Going', files: 4, bytes: 20 } });
    expect((await site.admin.get(`/client/${client}`)).status).toBe(404);
    expect(await stands(id)).toBe(false);
    expect([...readdirSync(folder), ...readdirSync(other.folder)]).toEqual(['notes.txt', 'notes.txt']);
  });

  it('stays as a whole, and nothing is deleted, while one device refuses, is offline or writes to a share', async () => {
    const { id, folder } = await backedUp();
    const refusing = await backedUp({ allows: false });
    const offline = await site.enrolled();
    await site.admin.post('/backupjob', backupBody(offline.nodeId, 'Nightly'));
    const sharing = await backedUp();
    await site.admin.post('/backupjob', shareBody(sharing.id, 'Shared'));
    for (const [other, words] of [
      [refusing.id, 'CAIRN_AGENT_BACKUP_DATA'],
      [offline.nodeId, 'The device is offline.'],
      [sharing.id, 'several computers may write'],
    ] as const) {
      const run = await eraseDevices(id, other);
      expect(run).toMatchObject({ state: 'refused', refusal: { code: 'backup_data_kept' } });
      expect(run.refusal.message).toContain(words);
      expect(run.refusal.message).toContain('No backup data was deleted.');
    }
    expect([await stands(id), await stands(refusing.id)]).toEqual([true, true]);
    expect(readdirSync(folder)).toHaveLength(3);
    expect(await audited(id)).toEqual([]);
  });

  it('that a device kept is said in numbers, its device stays, and a second try finishes it', async () => {
    const { id, folder } = await backedUp();
    const broken = await backedUp();
    // Its agent refuses on its own, once the other one has begun: the signature is spoilt on its way.
    const { database } = site.server.services;
    await database.execute(sql`
      create function spoil_signature() returns trigger language plpgsql as $$ begin
        if new.node_id = ${sql.raw(String(broken.id))} then
          new.params = jsonb_set(new.params, '{signature}', to_jsonb(repeat('A', 86)));
        end if; return new; end $$;
      create trigger spoil_signature before insert on agent_command for each row execute function spoil_signature()`);
    const first = await eraseDevices(id, broken.id);
    await database.execute(sql`drop trigger spoil_signature on agent_command`);
    expect(first).toMatchObject({ state: 'refused', refusal: { code: 'backup_data_kept' } });
    expect(first.refusal.message).toContain('not signed by this device’s server');
    expect(first.refusal.message).toContain('2 image files, 10 B of backup data were deleted for good.');
    expect([await stands(id), await stands(broken.id)]).toEqual([true, true]);
    expect([readdirSync(folder).length, readdirSync(broken.folder).length]).toEqual([1, 3]);
    expect(await audited(broken.id)).toMatchObject([{ action: 'BACKUP_DATA_KEPT' }]);
    expect(await eraseDevices(id, broken.id)).toMatchObject({ state: 'done', result: { files: 2, name: '2 devices' } });
    expect(await stands(id)).toBe(false);
  });

  it('is not asked twice by a server that takes the run over', async () => {
    const { id, folder, agent } = await backedUp();
    const { database } = site.server.services;
    // As if the first server had died once it had sent the command: the lease is gone and the agent is away.
    const started = await site.admin.post('/device/delete/including-backup-data', { nodeIds: [id] });
    await until(async () => {
      const rows = await database.select().from(agentCommand).where(eq(agentCommand.nodeId, id));
      expect(rows.filter(({ method }) => method === 'backup.deleteData')).toHaveLength(1);
    });
    await database.execute(sql`update run set holder = null, lease_until = null, state = 'queued'
      where id = ${String(started.body['id'])} and state = 'running'`);
    expect(await ended(started)).toMatchObject({ state: 'done', result: { files: 2 } });
    const sent = await database.select().from(agentCommand).where(eq(agentCommand.nodeId, id));
    expect(sent.filter(({ method }) => method === 'backup.deleteData')).toHaveLength(1);
    expect(await audited(id)).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    await agent.stop();
  });

  it('is counted and deleted only by who may delete the devices', async () => {
    const place = await organization('Guarded');
    const client = place.clientId;
    const { id, folder } = await backedUp({ place });
    const person = await addPerson(site.server, site.admin, 'Warden');
    const all = everythingIn(client);
    for (const missing of ['NODE:Delete', 'NODE:View']) {
      await person.may(all.filter(({ permission }) => permission !== missing));
      for (const answer of [
        await person.who.get(`/backupdata?customerId=${client}`),
        await person.who.get(`/backupdata?nodeId=${id}`),
        await person.who.delete(`/client/${client}/including-backup-data`),
        await person.who.post('/device/delete/including-backup-data', { nodeIds: [id] }),
      ])
        expect([403, 404, 409]).toContain(answer.status);
    }
    await person.may(all.filter(({ permission }) => permission !== 'ORGANIZATION:Delete'));
    expect((await person.who.delete(`/client/${client}/including-backup-data`)).status).toBe(403);
    expect((await person.who.get(`/backupdata?customerId=${client}`)).body).toMatchObject({ files: 2 });
    expect(readdirSync(folder)).toHaveLength(3);
  });
});
