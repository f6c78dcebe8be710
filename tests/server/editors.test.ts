import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#api/contract/catalogue.ts';
import { editor } from '#server/database/schema/editors.ts';
import { editedFlowIds } from '#server/routes/edited-flows.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { signedInTechnician } from './technician.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let technician: Visitor;
let stranger: Visitor;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  const { client } = (await admin.post('/client', { name: 'Northwind', locations: [{ name: 'Main' }] })).body;
  id = Number(client?.id);
  technician = await signedInTechnician(server, admin, 'Grace', ['ORGANIZATION:View']);
  stranger = await signedInTechnician(server, admin, 'Eve', []);
});
afterAll(() => server.close());

const path = (instance: string, flow = 'organization', entity: number | string = id) =>
  `/editor/${flow}/${entity}/${instance}`;
const names = async (who: Visitor, instance: string) => {
  const { status, body } = await who.put(path(instance), undefined);
  expect(status).toBe(200);
  return (body as never as { name: string }[]).map(({ name }) => name);
};

describe('open editors', () => {
  it('shows two users who edit the same entity to each other, and nobody to themselves', async () => {
    const [mine, alsoMine, theirs] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await names(admin, mine)).toEqual([]);
    expect(await names(admin, alsoMine)).toEqual([]);
    expect(await names(technician, theirs)).toEqual(['Ada Byron']);
    expect(await names(admin, mine)).toEqual([expect.stringContaining('Grace')]);
    expect((await technician.delete(path(theirs))).status).toBe(200);
    expect(await names(admin, mine)).toEqual([]);
  });

  it('lets nobody close the editor of another user', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await names(admin, mine);
    expect((await technician.delete(path(mine))).status).toBe(200);
    expect(await names(technician, theirs)).toEqual(['Ada Byron']);
  });

  it('tells nothing to a user who may not read the entity, or of what does not exist', async () => {
    const instance = randomUUID();
    await names(admin, randomUUID());
    expect((await stranger.put(path(instance), undefined)).status).toBe(403);
    expect((await technician.put(path(instance, 'webhook', 1), undefined)).status).toBe(403);
    expect((await technician.put(path(instance, 'organization', 999_999), undefined)).status).toBe(404);
    expect((await admin.put(path(instance, 'toString'), undefined)).status).toBe(404);
    expect(await server.services.database.select().from(editor)).not.toContainEqual(
      expect.objectContaining({ instance }),
    );
  });

  it('counts an editor as closed when it is silent for a minute', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await names(technician, theirs);
    expect(await names(admin, mine)).toHaveLength(1);
    await server.services.database.update(editor).set({ seenAt: new Date(Date.now() - 61_000) });
    expect(await names(admin, mine)).toEqual([]);
  });

  it('covers each entity whose save takes a revision', () => {
    const revised = calls.filter(([, call]) => 'revised' in call).length;
    expect(editedFlowIds).toHaveLength(revised);
  });
});
