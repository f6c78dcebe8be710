import { beforeAll, expect, it } from 'vitest';
import { addPerson, makeSite, type Site } from '../../tests/contract/site.ts';
import { startTestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';

let admin: Visitor;
let site: Site;
let elsewhere: number;
beforeAll(async () => {
  const server = await startTestServer();
  admin = await server.signInAsAdmin();
  site = await makeSite(server, admin, await addPerson(server, admin, 'Mover'), 'Delegates');
  elsewhere = Number((await admin.post('/client', { name: 'Elsewhere', locations: [] })).body.client?.id);
}, 120_000);

const move = (id: number) => admin.put(`/node/${id}`, { clientId: elsewhere });
const placeOf = async (id: number) => Number((await admin.get(`/node/${id}`)).body['clientId']);

it.each([
  ['The delegate of a VM host', () => site.delegateId, /reads a VM host of its organization/],
  ['A VM host', () => site.vmHostId, /delegate of this VM host belongs to its organization/],
])('%s does not move to another organization, whose credentials are not those of the host', async (_, of, words) => {
  const { status, body } = await move(of());
  expect(status).toBe(400);
  expect(body.fields?.['/clientId']).toMatch(words);
  expect(await placeOf(of())).toBe(site.clientId);
});

it('Another device moves', async () => {
  expect((await move(site.nodeId)).status).toBe(200);
  expect(await placeOf(site.nodeId)).toBe(elsewhere);
});
