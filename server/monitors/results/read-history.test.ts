import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
const { add } = world;

async function raise(id: number, raisedAt: string, resetAt: string | null, message = 'No answer.'): Promise<void> {
  await world.cairn.services.database.execute(sql`
    insert into alert (monitor_id, condition_id, condition_name, description, severity, priority, message, raised_at, reset_at)
    select ${id}, (select id from monitor_condition where monitor_id = ${id}), 'Website is down', 'It fails.', 'MAJOR', 'HIGH', ${message}, ${raisedAt}, ${resetAt}
    where not exists (select 1 from alert where monitor_id = ${id} and reset_at is null and ${resetAt}::timestamptz is null)`);
}

const history = (id: number, query = '') => world.admin.get(`/cloudmonitor/${id}/history${query}`);

describe('when conditions were raised and reset', () => {
  it('is what touches the span, the newest first, with those that are not reset', async () => {
    const id = await add({ enabled: false, conditions: [failedCondition()] });
    await raise(id, '2026-05-01T08:00:00Z', '2026-05-01T09:00:00Z');
    await raise(id, '2026-05-02T08:00:00Z', '2026-05-02T09:00:00Z');
    await raise(id, '2026-05-03T08:00:00Z', null);
    const seen = async (from: string, to: string) => {
      const { items } = (await history(id, `?from=${from}&to=${to}`)).body as unknown as {
        items: { raisedAt: string }[];
      };
      return items.map(({ raisedAt }) => raisedAt.slice(0, 10));
    };
    expect(await seen('2026-05-01T00:00:00Z', '2026-05-09T00:00:00Z')).toEqual([
      '2026-05-03',
      '2026-05-02',
      '2026-05-01',
    ]);
    // Begun before and ended within, and not ended at all.
    expect(await seen('2026-05-02T08:30:00Z', '2026-05-02T08:40:00Z')).toEqual(['2026-05-02']);
    expect(await seen('2026-05-04T00:00:00Z', '2026-05-05T00:00:00Z')).toEqual(['2026-05-03']);
    expect(await seen('2026-04-01T00:00:00Z', '2026-04-02T00:00:00Z')).toEqual([]);
    const [latest] = (await history(id, '?from=2026-05-01T00:00:00Z')).body.items as never as { conditionId: number }[];
    expect(latest).toMatchObject({ conditionName: 'Website is down', severity: 'MAJOR', resetAt: null });
    expect(latest?.conditionId).toBeGreaterThan(0);
  });

  it('is unknown of a monitor that is not seen, and refuses an instant that no calendar has', async () => {
    expect((await history(999_999)).status).toBe(404);
    const id = await add({ enabled: false });
    expect((await history(id, '?from=2016-12-31T23:59:60Z')).status).toBe(400);
    expect((await world.cairn.visitor().get(`/cloudmonitor/${id}/history`)).status).toBe(401);
  });
});

describe('what a point of the plot stands for', () => {
  it('is a single check where there are few, else so many seconds, so that a gap can be told from a coarse span', async () => {
    const id = await add({ enabled: false });
    const { database } = world.cairn.services;
    await database.execute(sql`
      insert into monitor_result (monitor_id, at, ok, response_time)
      select ${id}, t, true, 10 from generate_series(now() - interval '20 hours', now(), interval '1 minute') t`);
    await database.execute(sql`
      insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum)
      select ${id}, 3600, date_bin('1 hour', now() - make_interval(days => 60), 'epoch') + make_interval(hours => h), 60, 60, 60, 600 from generate_series(0, 20) h`);
    await database.execute(sql`
      insert into monitor_rollup_mark (resolution, through) values (3600, now() - interval '40 days')
      on conflict (resolution) do update set through = excluded.through`);
    const step = async (fromHours: number, toHours: number) => {
      const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
      const { body } = await world.admin.get(
        `/cloudmonitor/${id}/results?from=${at(fromHours)}&to=${at(toHours)}&points=720`,
      );
      return [body.step, (body.points as never as unknown[]).length > 0];
    };
    expect(await step(1, 0)).toEqual([null, true]);
    expect(await step(20, 0)).toEqual([expect.any(Number), true]);
    // A day of long ago is known by the hour, however fine it is asked for.
    expect(await step(60 * 24, 59 * 24)).toEqual([3600, true]);
  });
});
