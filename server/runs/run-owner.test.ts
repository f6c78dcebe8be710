// A run is its owner's: for as long as it is kept, never anybody else's, and only while its owner may still act.
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { addPerson } from '#tests/contract/site.ts';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { countingKind, storeRun } from '#tests/server/stored-run.ts';
import type { CallContext } from '../context.ts';
import { appUser } from '../database/schema/users.ts';
import { run } from '../database/schema/runs.ts';
import { createLog } from '../log.ts';
import { startRun } from './start-run.ts';
import { workOnRun } from './work-on-run.ts';

const world = monitorWorld();
const database = () => world.cairn.services.database;

it('answers 404 for a run past its expiry that the clean-up has not removed yet', async () => {
  const { id } = await storeRun(world.cairn.services, { kind: 'expires' });
  const answers = async () => [
    (await world.admin.get(`/run/${id}`)).status,
    (await world.admin.get(`/run/${id}/items`)).status,
  ];
  expect(await answers()).toEqual([200, 200]);
  await database()
    .update(run)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(run.id, id));
  expect(await answers()).toEqual([404, 404]);
  expect((await world.admin.post(`/run/${id}/cancel`)).status).toBe(404);
  expect(await database().$count(run, eq(run.id, id)), 'still stored').toBe(1);
});

it('attaches a repeated start to the run of the same user when two users work on the same subject', async () => {
  const kind = countingKind('same-subject', true, async () => undefined);
  const { services } = world.cairn;
  const start = (userId: number) => {
    const actor = { kind: 'user', userId };
    const written = { audit: async () => undefined, announce: async () => undefined };
    const context = { db: database(), services, actor, now: new Date(), ip: '', ...written };
    return startRun(context as unknown as CallContext, kind, { input: {}, subject: '7' });
  };
  const users = [await addPerson(world.cairn, world.admin, 'Anna'), await addPerson(world.cairn, world.admin, 'Berta')];
  const started: string[] = [];
  for (const { id } of users) started.push((await start(id)).id);
  expect(new Set(started).size).toBe(2);
  // Both, since a start that attaches to anybody's run may happen to find the right one once.
  for (const [index, { id }] of users.entries()) expect((await start(id)).id).toBe(started[index]);
});

const leaving = {
  disabled: (id: number) => database().update(appUser).set({ enabled: false }).where(eq(appUser.id, id)),
  deleted: (id: number) => database().delete(appUser).where(eq(appUser.id, id)),
};
it.each(['disabled', 'deleted'] as const)('starts no further step when the owner of the run is %s', async (how) => {
  const leaver = await addPerson(world.cairn, world.admin, how);
  const held = await storeRun(world.cairn.services, { kind: 'leaves', userId: leaver.id, lease: 60 });
  const steps: string[] = [];
  const kind = countingKind('leaves', true, async ({ transaction }) => {
    await transaction(async () => void steps.push('before'));
    await leaving[how](leaver.id);
    await transaction(async () => void steps.push('after'));
  });
  const { services } = world.cairn;
  const { signal } = new AbortController();
  const work = workOnRun({ ...held, services, kinds: [kind], signal, log: createLog('silent') });
  expect(await work).toBe('ended');
  expect(steps).toEqual(['before']);
  const rows = await database().select().from(run).where(eq(run.id, held.id));
  // A deleted user's runs go with the user.
  const refused = { state: 'refused', refusal: { code: 'forbidden' } };
  expect(rows).toMatchObject(how === 'disabled' ? [refused] : []);
});
