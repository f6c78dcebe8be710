import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { administrator } from '#tests/server/harness.ts';
import { monitorWorld, until } from '#tests/server/monitor-world.ts';
import { step, type Standing } from '../monitors/conditions/condition.ts';
import { Runner } from '../monitors/schedule/runner.ts';
import { pullBackInstants } from './pull-back.ts';
import { stepFinder } from './watch-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const RealDate = Date;
let shift = 0;
/** Sets the clock of only this process; timers and the monotonic clock continue. */
class ShiftedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? ShiftedDate.now() : given[0]);
  }
  static override now(): number {
    return RealDate.now() + shift;
  }
}
const setClock = (milliseconds: number) => {
  shift = milliseconds;
  globalThis.Date = (shift === 0 ? RealDate : ShiftedDate) as DateConstructor;
};
afterAll(() => setClock(0));

it('finds a step of the clock in either direction, once, and no slewing (S6)', () => {
  const now = { wall: 1_000_000, steady: 5 };
  const find = stepFinder({ wall: () => now.wall, steady: () => now.steady });
  const pass = (wall: number, steady = 1000) => {
    now.wall += wall;
    now.steady += steady;
    return find();
  };
  expect([pass(1000), pass(1400), pass(-2 * hour), pass(1000), pass(3 * day + 1000), pass(1000)]).toEqual([
    0,
    0,
    -2 * hour - 1000,
    0,
    3 * day,
    0,
  ]);
});

it('resets an alert after its minutes although the clock was set back meanwhile (S6)', () => {
  const standing: Standing = { failures: 1, lastFailureAt: 10 * hour, raisedAt: 10 * hour };
  const after = (at: number) => step(standing, false, { runCount: 1, resetThreshold: 10 }, at);
  const back = 8 * hour;
  expect([after(back), after(back + 9 * minute), after(back + 10 * minute)]).toEqual([undefined, undefined, 'reset']);
});

it('runs on when the clock is set, without a run too many (S6)', async () => {
  let runs = 0;
  const runner = new Runner({ limit: 1, run: () => Promise.resolve(void (runs += 1)), nextDue: (_, now) => now + 100 });
  runner.schedule(1, 0);
  for (const clock of [-2 * hour, 3 * day, 0]) {
    setClock(clock);
    const before = runs;
    await sleep(500);
    expect(runs - before).toBeGreaterThanOrEqual(3);
    expect(runs - before).toBeLessThanOrEqual(6);
  }
  await runner.stop();
});

describe('a server whose clock is set', () => {
  const world = monitorWorld();
  const rows = async (query: ReturnType<typeof sql>) => (await world.cairn.services.database.execute(query)).rows;

  it('goes on checking two hours back, three days ahead and back again (S6)', async () => {
    const id = await world.add({ monitorName: 'Steady' });
    await rows(sql`update cloud_monitor set frequency = 1 where node_id = ${id}`);
    await world.runNow(id);
    const count = async () =>
      Number((await rows(sql`select count(*) as n from monitor_result where monitor_id = ${id}`))[0]?.['n']);
    await until(count, (each) => each >= 3);
    for (const clock of [-2 * hour, 3 * day, 0]) {
      setClock(clock);
      const before = await count();
      await sleep(6000);
      // Six checks are due; one may be lost at the step, and one may not be stored yet.
      expect((await count()) - before).toBeGreaterThanOrEqual(4);
    }
  });

  it('moves what was written while the clock was ahead back to now (S6)', async () => {
    // The hourly clean-up may have run while the clock was ahead, and then it ended the session as idle.
    await world.admin.post('/session', { email: administrator.email, password: administrator.password });
    const id = await world.add({ monitorName: 'Ahead' });
    await rows(sql`insert into monitor_rollup_mark (resolution, through) values (300, now() + interval '3 days')
      on conflict (resolution) do update set through = excluded.through`);
    await rows(sql`insert into monitor_worker (id, until) values (gen_random_uuid(), now() + interval '3 days')`);
    await world.checked(id);
    await rows(sql`update monitor_state set since = now() + interval '3 days' where monitor_id = ${id}`);
    expect(await pullBackInstants(world.cairn.services.database)).toBeGreaterThanOrEqual(3);
    const [ahead] = await rows(sql`select
      (select count(*)::int from monitor_rollup_mark where through > now()) as marks,
      (select count(*)::int from monitor_worker where until > now() + interval '1 minute') as workers,
      (select count(*)::int from monitor_state where since > now()) as states`);
    expect(ahead).toEqual({ marks: 0, workers: 0, states: 0 });
  });
});
