import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draft } from '#server/database/schema/drafts.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import { visitor, type Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

describe('drafts', () => {
  const body = (more: object = {}) => ({
    flow: 'organization',
    title: 'Add an organization',
    state: 'editing.details',
    screenVersions: { details: 'abc' },
    snapshot: { value: 'editing', context: { answers: { details: { name: 'Half' } } } },
    revision: randomUUID(),
    ...more,
  });

  it('are kept, read back whole, listed without their contents, and dropped', async () => {
    const id = randomUUID();
    const snapshot = {
      value: 'editing',
      context: { answers: { details: { name: 'Lone \ud83d surrogate' } } },
      z: 1,
      a: [null, 1.5],
    };
    const revision = randomUUID();
    expect((await admin.put(`/draft/${id}`, body({ snapshot, subject: '7', revision }))).body).toMatchObject({
      resultCode: 'SUCCESS',
      revision,
    });
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({
      id,
      flow: 'organization',
      subject: '7',
      snapshot,
      revision,
    });
    const list = (await admin.get('/draft?flow=organization&subject=7')).body as never as object[];
    expect(list).toHaveLength(1);
    expect(list[0]).not.toHaveProperty('snapshot');
    expect((await admin.get('/draft?flow=cloud-monitor')).body).toEqual([]);
    expect((await admin.delete(`/draft/${id}`)).status).toBe(200);
    expect((await admin.delete(`/draft/${id}`)).status, 'gone already is no error').toBe(200);
    expect((await admin.get(`/draft/${id}`)).status).toBe(404);
  });

  it('are stored only by a write that builds on the stored revision, and answer with the stored one', async () => {
    const id = randomUUID();
    const [first, second] = [randomUUID(), randomUUID()];
    await admin.put(`/draft/${id}`, body({ revision: first }));
    for (const base of [null, undefined, randomUUID()])
      expect(
        (await admin.put(`/draft/${id}`, body({ revision: randomUUID(), base, title: 'Stale' }))).body,
      ).toMatchObject({
        resultCode: 'SUCCESS',
        revision: first,
      });
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({ title: 'Add an organization' });
    const newer = body({ revision: second, base: first, title: 'Newer' });
    for (const time of ['once', 'and when the reply was lost and it is sent again'])
      expect((await admin.put(`/draft/${id}`, newer)).body, time).toMatchObject({ revision: second });
    expect(
      (await admin.put(`/draft/${id}`, body({ revision: randomUUID(), base: second, flow: 'cloud-monitor' }))).body,
    ).toMatchObject({ errorCode: 'conflict' });
    expect((await admin.put(`/draft/${id}`, body({ revision: 2 }))).body.fields).toHaveProperty('/revision');
  });

  it('are stored once when two pages save from the same revision at the same moment', async () => {
    const id = randomUUID();
    const base = randomUUID();
    await admin.put(`/draft/${id}`, body({ revision: base }));
    const writes = Array.from({ length: 8 }, () => randomUUID());
    const replies = await Promise.all(writes.map((revision) => admin.put(`/draft/${id}`, body({ revision, base }))));
    const stored = (await admin.get(`/draft/${id}`)).body.revision;
    expect(writes).toContain(stored);
    expect(replies.map((reply) => reply.body.revision)).toEqual(writes.map(() => stored));
  });

  it('are not brought back by a late save', async () => {
    const id = randomUUID();
    const first = body();
    await admin.put(`/draft/${id}`, first);
    await admin.delete(`/draft/${id}`);
    expect((await admin.put(`/draft/${id}`, body({ base: first.revision }))).body).toMatchObject({
      errorCode: 'conflict',
    });
    const [row] = await server.services.database.select().from(draft).where(eq(draft.id, id));
    expect(row?.snapshot).toBeNull();
  });

  it('belong to their user: the same id of another is another draft', async () => {
    const added = await admin.post('/appuser', { firstName: 'Eve', lastName: 'Other', email: 'eve@example.com' });
    const eve = visitor(server.url);
    await eve.post('/activation', {
      token: String(added.body.activationLink).split('token=')[1],
      password: 'acht gele zwanen',
    });
    const id = randomUUID();
    await admin.put(`/draft/${id}`, body());
    expect((await eve.get(`/draft/${id}`)).status).toBe(404);
    expect((await eve.put(`/draft/${id}`, body({ title: 'Eve’s' }))).status).toBe(200);
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({ title: 'Add an organization' });
  });

  it('hold no secret, no unknown flow, and not too much', async () => {
    const { screens } = server.services;
    const secret = screens
      .flows()
      .flatMap((flow) =>
        screens
          .screens(flow)
          .flatMap((screen) => screens.get(flow, screen).secrets.map((pointer) => ({ flow, screen, pointer }))),
      )
      .find(({ pointer }) => pointer.split('/').length === 2);
    expect(secret, 'a flow with a secret field').toBeDefined();
    const answers = { [secret?.screen ?? '']: { [secret?.pointer.slice(1) ?? '']: 'hunter2' } };
    const held = await admin.put(
      `/draft/${randomUUID()}`,
      body({ flow: secret?.flow, snapshot: { context: { answers } } }),
    );
    expect(held).toMatchObject({ status: 400, body: { fields: { '/snapshot': expect.stringContaining('secret') } } });
    expect((await admin.put(`/draft/${randomUUID()}`, body({ flow: 'no-such-flow' }))).body.fields).toHaveProperty(
      '/flow',
    );
    const large = await admin.put(`/draft/${randomUUID()}`, body({ snapshot: { text: 'x'.repeat(256 * 1024) } }));
    expect(large).toMatchObject({ status: 413, body: { errorCode: 'payload_too_large' } });
  });

  it('expire, and are two hundred at most', async () => {
    const id = randomUUID();
    await admin.put(`/draft/${id}`, body());
    await server.services.database
      .update(draft)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(draft.id, id));
    expect((await admin.get(`/draft/${id}`)).status).toBe(404);
    const ids = Array.from({ length: 201 }, () => randomUUID());
    for (const each of ids) await admin.put(`/draft/${each}`, body());
    expect((await admin.get('/draft')).body).toHaveLength(200);
    expect((await admin.get(`/draft/${ids[0]}`)).status, 'the one left alone longest').toBe(404);
    expect((await admin.get(`/draft/${ids[200]}`)).status).toBe(200);
  });

  it('stay apart for two users who use the same id', async () => {
    const other = await signedInTechnician(server, admin, 'Grace', []);
    const id = randomUUID();
    const [adas, graces] = [body({ title: 'Ada’s' }), body({ title: 'Grace’s' })];
    await admin.put(`/draft/${id}`, adas);
    await other.put(`/draft/${id}`, graces);
    for (const [who, { revision }, foreign] of [
      [admin, adas, graces],
      [other, graces, adas],
    ] as const)
      expect((await who.put(`/draft/${id}`, body({ base: foreign.revision }))).body).toMatchObject({ revision });
    expect((await other.delete(`/draft/${id}`)).status).toBe(200);
    expect((await admin.get(`/draft/${id}`)).body).toMatchObject({ title: 'Ada’s', revision: adas.revision });
  });
});
