// A run changes together with its announcement, and a step with its report: when the second fails, nothing of the first stays.
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { countingKind, storeRun } from '#tests/server/stored-run.ts';
import { division } from '../database/schema/organizations.ts';
import { run } from '../database/schema/runs.ts';
import { createLog } from '../log.ts';
import type { Live } from '../live/messages.ts';
import { endRun } from './end-run.ts';
import { RunLeases } from './leases.ts';
import { workOnRun } from './work-on-run.ts';

const world = monitorWorld();
const database = () => world.cairn.services.database;
const live = () => world.cairn.services.live;
const stateOf = async (id: string) => {
  const [row] = await database().select({ state: run.state, holder: run.holder }).from(run).where(eq(run.id, id));
  return row;
};

/** No announcement reaches another process. */
const failing = (): Live => ({ ...live(), announce: () => Promise.reject(new Error('no announcement today')) });

it('ends no run when the announcement of its end fails', async () => {
  const held = await storeRun(world.cairn.services, { kind: 'ends', lease: 60 });
  const end = (by: Live) => endRun({ database: database(), live: by }, held, { state: 'done', result: 1 }, new Date());
  await expect(end(failing())).rejects.toThrow('no announcement today');
  expect(await stateOf(held.id)).toEqual({ state: 'running', holder: held.holder });
  expect(await end(live())).toBe(true);
  expect(await stateOf(held.id)).toEqual({ state: 'done', holder: null });
});

it('interrupts no ownerless run when the announcement of its end fails', async () => {
  const { id, holder } = await storeRun(world.cairn.services, { kind: 'ownerless', lease: -1 });
  const kinds = [countingKind('ownerless', false, async () => undefined)];
  const leases = (by: Live) => new RunLeases({ database: database(), live: by, holder: randomUUID(), kinds });
  await expect(leases(failing()).endOwnerless()).rejects.toThrow('no announcement today');
  expect(await stateOf(id)).toEqual({ state: 'running', holder });
  await leases(live()).endOwnerless();
  expect(await stateOf(id)).toEqual({ state: 'interrupted', holder: null });
});

it('keeps an interrupted ownerless run for seven days from its end', async () => {
  const { id } = await storeRun(world.cairn.services, { kind: 'forgotten', lease: -1 });
  const kinds = [countingKind('forgotten', false, async () => undefined)];
  await new RunLeases({ database: database(), live: live(), holder: randomUUID(), kinds }).endOwnerless();
  const [row] = await database().select().from(run).where(eq(run.id, id));
  expect(Number(row?.expiresAt) - Number(row?.endedAt)).toBe(7 * 24 * 3_600_000);
});

it('rolls a step back when another process takes the run over before the step ends', async () => {
  const held = await storeRun(world.cairn.services, { kind: 'taken-over', lease: 60 });
  const heir = randomUUID();
  const kind = countingKind('taken-over', true, ({ transaction }) =>
    transaction(async ({ db }) => {
      await db.update(division).set({ name: sql`${division.name} || ' of the loser'` });
      await database().update(run).set({ holder: heir }).where(eq(run.id, held.id));
    }),
  );
  const [before] = await database().select().from(division);
  const { services } = world.cairn;
  const { signal } = new AbortController();
  const work = workOnRun({ ...held, services, kinds: [kind], signal, log: createLog('silent') });
  expect(await work).toBe('left');
  expect(await database().select().from(division)).toEqual([before]);
  expect(await stateOf(held.id)).toEqual({ state: 'running', holder: heir });
});
