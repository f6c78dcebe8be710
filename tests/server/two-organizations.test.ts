// What a technician of one organization reads of, and changes in, another one: where the generated access probes compare no
// words, counts above all.
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserActor } from '#server/access/actor.ts';
import { namesFor } from '#server/audit/entity-names.ts';
import { exportMonitors } from '#server/monitors/transfer/export.ts';
import { previewChannel } from '#server/notifications/http/preview.ts';
import type { CallContext } from '#server/context.ts';
import { addPerson, everythingIn, makeSite, monitorBody, type Person, type Site } from '../contract/site.ts';
import { checkImport } from './upload-file.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Json, Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let mine: Site;
let theirs: Site;
let technician: Person;
/** What the technician may in their own organization; a test adds to it. */
const own = () => everythingIn(mine.clientId);
const inTheirs = (permission: string) => ({ permission, entityId: theirs.clientId });

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  admin = await server.signInAsAdmin();
  technician = await addPerson(server, admin, 'Mine');
  const stranger = await addPerson(server, admin, 'Stranger');
  mine = await makeSite(server, admin, technician, 'Ours');
  theirs = await makeSite(server, admin, stranger, 'Theirs');
}, 120_000);

const items = async (path: string) => (await technician.who.get(path)).body.items as unknown as Json[];

describe('a technician of one organization', () => {
  it('counts its own organizations, devices, monitors and alerts on the dashboard', async () => {
    await technician.may(own());
    // The computer, a domain controller, and a VM host with its delegate and one guest.
    const counted = { organizations: 1, devices: 5, monitors: 1, openAlerts: 1 };
    expect((await technician.who.get('/query/v2/systemdashboard')).body).toMatchObject(counted);
    expect((await admin.get('/query/v2/systemdashboard')).body).toMatchObject({ organizations: 2, devices: 10 });
  });

  it('lists its own devices, and finds none of another organization', async () => {
    await technician.may(own());
    const clients = (await items('/node')).map(({ clientId }) => clientId);
    expect(new Set(clients)).toEqual(new Set([mine.clientId]));
    expect(await items(`/node?clientId=${theirs.clientId}`)).toEqual([]);
    expect(await items('/node?search=Theirs')).toEqual([]);
  });

  it('changes and deletes no organization that it only sees, and adds none by its rights in one', async () => {
    await technician.may([...own(), inTheirs('ORGANIZATION:View')]);
    const forbidden = { status: 403, body: { errorCode: 'forbidden' } };
    const renamed = { name: 'Renamed', locations: [{ id: theirs.locationId, name: 'Renamed office' }] };
    expect(await technician.who.put(`/client/${theirs.clientId}`, renamed)).toMatchObject(forbidden);
    expect(await technician.who.delete(`/client/${theirs.clientId}`)).toMatchObject(forbidden);
    expect(await technician.who.post('/client', { name: 'Another', locations: [] })).toMatchObject(forbidden);
    expect((await admin.get(`/client/${theirs.clientId}`)).body).toMatchObject({ name: 'Theirs' });
  });

  it('lists the enrollment tokens of the organizations where it may add devices, until they expire', async () => {
    const ids = async () => (await items('/device/enrollment')).map(({ id }) => Number(id));
    await technician.may([...own(), inTheirs('ORGANIZATION:View')]);
    expect(await ids(), 'sees the other organization, adds no device there').toEqual([mine.enrollmentId]);
    await technician.may([...own(), inTheirs('ORGANIZATION:View'), inTheirs('NODE:Create')]);
    expect(await ids()).toEqual([theirs.enrollmentId, mine.enrollmentId]);
    await server.services.database.execute(
      sql`update agent_enrollment set expires_at = now() - interval '1 second' where id = ${theirs.enrollmentId}`,
    );
    expect(await ids(), 'one expired').toEqual([mine.enrollmentId]);
  });

  it('moves a device only to an organization that it sees and may change', async () => {
    const moveThere = () => technician.who.put(`/node/${mine.nodeId}`, { clientId: theirs.clientId });
    await technician.may([...own(), inTheirs('NODE:Update')]);
    expect(await moveThere(), 'does not see it').toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_input', fields: { '/clientId': expect.any(String) } },
    });
    await technician.may([...own(), inTheirs('ORGANIZATION:View')]);
    expect(await moveThere(), 'only sees it').toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
    await technician.may(own());
    expect((await technician.who.get(`/node/${mine.nodeId}`)).body).toMatchObject({ clientId: mine.clientId });
  });

  it('moves a monitor only to an organization that it sees and may change', async () => {
    const moveThere = () =>
      technician.who.put(`/cloudmonitor/${mine.monitorId}`, monitorBody(theirs, `${mine.marker} monitor`));
    await technician.may([...own(), inTheirs('NODE:Update')]);
    expect(await moveThere(), 'does not see it').toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_input', fields: { '/clientId': expect.any(String) } },
    });
    await technician.may([...own(), inTheirs('ORGANIZATION:View')]);
    expect(await moveThere(), 'only sees it').toMatchObject({ status: 403, body: { errorCode: 'forbidden' } });
  });

  it('tests a monitor where it may add or change one, of the type that is stored', async () => {
    const { conditions: _, ...monitor } = monitorBody(mine, 'Tested');
    const test = async (more: object = {}) =>
      (await technician.who.post('/cloudmonitor/test', { monitor: { ...monitor, ...more }, id: mine.monitorId })).body;
    const seeing = ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: mine.clientId }));
    await technician.may([...seeing, { permission: 'NODE:Update', entityId: mine.clientId }]);
    expect(await test(), 'may change one').toHaveProperty('result');
    expect(await test({ monitorType: 'PING', hostname: '127.0.0.1' })).toMatchObject({
      errorCode: 'invalid_input',
      fields: { '/monitor/monitorType': expect.any(String) },
    });
    await technician.may(seeing);
    expect(await test(), 'only sees it').toMatchObject({ errorCode: 'forbidden' });
  });

  it('reads whom alerts notify only where it sees monitors or changes the organization', async () => {
    const read = async () => (await technician.who.get(`/client/${theirs.clientId}/alerts`)).status;
    await technician.may([...own(), inTheirs('ORGANIZATION:View')]);
    expect(await read()).toBe(403);
    for (const permission of ['NODE:View', 'ORGANIZATION:Update']) {
      await technician.may([...own(), inTheirs('ORGANIZATION:View'), inTheirs(permission)]);
      expect(await read(), permission).toBe(200);
    }
  });

  it('imports no monitor into an organization that it does not see, or where it may add none', async () => {
    const refusals = async () => {
      const file = [
        { organization: 'Theirs', location: 'Theirs office', monitorName: 'New', monitorType: 'HTTP', enabled: false },
      ].map((monitor) => ({ ...monitor, httpHostname: 'http://site.example/' }));
      const answer = await checkImport(technician.who, { fileName: 'x.json', content: JSON.stringify(file) });
      const [row] = answer.body.rows as unknown as { refusals: { field: string; message: string }[] }[];
      return row?.refusals;
    };
    await technician.may([...own(), inTheirs('NODE:Create')]);
    expect(await refusals()).toEqual([{ field: 'organization', message: 'No organization “Theirs” is known.' }]);
    await technician.may([...own(), inTheirs('ORGANIZATION:View')]);
    expect(await refusals()).toMatchObject([{ field: 'organization', message: expect.stringMatching(/permission/i) }]);
    await technician.may([...own(), inTheirs('ORGANIZATION:View'), inTheirs('NODE:Create')]);
    expect(await refusals()).toEqual([]);
  });
});

describe('an actor of one organization', () => {
  const actor = (): UserActor => ({
    kind: 'user',
    userId: technician.id,
    email: 'mine@example.com',
    name: 'Mine',
    sysadmin: false,
    grants: everythingIn(mine.clientId),
  });

  it('is told the names of what it sees, and of nothing in another organization', async () => {
    const rows = ({ clientId, locationId, alertId, backupJobId, managedFolderId }: Site) => [
      { entityType: 'ORGANIZATION', entityId: String(clientId) },
      { entityType: 'LOCATION', entityId: String(locationId) },
      { entityType: 'ALERT', entityId: String(alertId) },
      { entityType: 'BACKUP_JOB', entityId: String(backupJobId) },
      { entityType: 'MANAGED_FOLDER', entityId: String(managedFolderId) },
    ];
    const names = await namesFor(server.services.database, actor(), [...rows(mine), ...rows(theirs)]);
    const ours = ['Ours', 'Ours office', 'Ours condition', 'Nightly', '/srv/images'];
    expect(names.map((one) => one?.name)).toEqual([...ours, ...ours.map(() => undefined)]);
  });

  it('exports no monitor that it stopped seeing while the file was written', async () => {
    const reader = actor();
    const wish = { format: 'json' as const };
    const { file, monitors } = await exportMonitors(server.services, reader, wish, new Date());
    reader.grants = [];
    expect(monitors).toBe(1);
    let text = '';
    for await (const part of file.text) text += part;
    expect(JSON.parse(text)).toMatchObject({ monitors: [] });
  });

  it('previews a channel with an alert that it sees, though another organization has a newer one', async () => {
    const { database } = server.services;
    const context = { db: database, actor: actor(), services: server.services, now: new Date() } as CallContext;
    const template = { method: 'POST', address: 'https://desk.example/in', contentType: 'JSON' } as const;
    const asked = { ...template, service: 'CUSTOM' as const, body: '{"text": "{{alert.message}}"}', headers: [] };
    const { sample, requests } = await previewChannel(context, asked);
    expect(sample).toBe('latest');
    expect(requests.map(({ body }) => body)).toEqual(requests.map(() => '{"text": "Ours message"}'));
  });
});
