import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { alertEvent } from '#server/database/schema/alerts.ts';
import { alert, monitorResult, monitorRollup } from '#server/database/schema/monitors.ts';
import { coarse, fine, kept, rollUp } from '#server/monitors/results/rollup.ts';
import type { DemoMonitor } from './monitors.ts';

/** A monitor as the server added it. */
export interface AddedMonitor {
  id: number;
  condition: { id: number; conditionName: string; description: string; severity: string; priority: string };
  past: DemoMonitor['past'];
}

interface Failure {
  from: number;
  until: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** PostgreSQL takes 65,535 parameters in one statement. */
const ROWS_AT_ONCE = 4000;
const words: Readonly<Record<string, string>> = {
  http_status: 'The server answered 503 Service Unavailable.',
  timed_out: 'No answer arrived in time.',
  connection_refused: 'The connection was refused.',
};

/**
 * Stores a month of history before `now` as the server stores it: single checks of 48 hours, averages of five minutes for 30 days and of
 * an hour, and the alerts of the failures in them.
 */
export async function storeHistory(
  database: Database,
  monitors: readonly AddedMonitor[],
  { now, technician }: { now: number; technician: string },
): Promise<void> {
  const end = Math.floor(now / (fine * 1000)) * fine * 1000;
  for (const monitor of monitors) {
    const random = randomFrom(monitor.id);
    const failures = failuresOf(monitor.past, end - kept.fine, end, random);
    const checks = checksOf(monitor.past, failures, end, random);
    await insert(
      monitorResult,
      database,
      checks.filter(({ at }) => at.getTime() >= end - kept.raw).map((check) => ({ ...check, monitorId: monitor.id })),
    );
    await insert(monitorRollup, database, averagesOf(monitor.id, checks));
    for (const failure of failures)
      await storeAlert(database, monitor, failure, { technician, isAcknowledged: random() < 0.6 });
  }
  // Hours, as the server counts them.
  await database.execute(sql`
    insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum, response_max)
    select monitor_id, ${coarse}::smallint, date_bin(make_interval(secs => ${coarse}), at, 'epoch'), sum(checks), sum(up), sum(timed),
      sum(response_sum), max(response_max)
    from monitor_rollup where resolution = ${fine} group by 1, 3
    on conflict do nothing`);
  // Readers take averages only as far as the server has rolled up.
  await rollUp(database, new Date(now));
}

async function insert(
  table: typeof monitorResult | typeof monitorRollup,
  database: Database,
  rows: readonly (typeof monitorResult.$inferInsert | typeof monitorRollup.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await database
      .insert(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflictDoNothing();
}

function failuresOf(
  { hoursBetweenFailures }: DemoMonitor['past'],
  from: number,
  end: number,
  random: () => number,
): Failure[] {
  if (hoursBetweenFailures === undefined) return [];
  const failures: Failure[] = [];
  const gap = () => (0.4 + 1.2 * random()) * hoursBetweenFailures * HOUR;
  const longest = 40 * MINUTE;
  for (let at = from + gap(); at < end - longest - 10 * MINUTE; at += gap())
    failures.push({ from: at, until: at + 4 * MINUTE + random() * (longest - 4 * MINUTE) });
  return failures;
}

interface Check {
  at: Date;
  ok: boolean;
  responseTime: number | null;
  error: string | null;
}

/** One check a minute over 30 days. Responses take longer by day. */
function checksOf(
  { responseTime, error = 'timed_out' }: DemoMonitor['past'],
  failures: readonly Failure[],
  end: number,
  random: () => number,
): Check[] {
  const checks: Check[] = [];
  const waiting = [...failures];
  for (let at = end - kept.fine; at < end; at += MINUTE) {
    while (waiting[0] && waiting[0].until < at) waiting.shift();
    const ok = !(waiting[0] && waiting[0].from <= at);
    const byDay = 1 + 0.35 * Math.sin((2 * Math.PI * (at % DAY)) / DAY - Math.PI / 2);
    checks.push({
      at: new Date(at),
      ok,
      responseTime: ok ? responseTime * byDay * (0.8 + 0.4 * random()) : null,
      error: ok ? null : error,
    });
  }
  return checks;
}

function averagesOf(monitorId: number, checks: readonly Check[]): (typeof monitorRollup.$inferInsert)[] {
  const perSpan = (fine * 1000) / MINUTE;
  return Array.from({ length: Math.floor(checks.length / perSpan) }, (_, index) => {
    const span = checks.slice(index * perSpan, (index + 1) * perSpan);
    const times = span.flatMap(({ responseTime }) => responseTime ?? []);
    return {
      monitorId,
      resolution: fine,
      at: span[0]?.at ?? new Date(),
      checks: span.length,
      up: span.filter(({ ok }) => ok).length,
      timed: times.length,
      responseSum: times.reduce((sum, each) => sum + each, 0),
      responseMax: times.length === 0 ? null : Math.max(...times),
    };
  });
}

/** The alert of a failure, which the second failed check raised, and what a technician did. */
async function storeAlert(
  database: Database,
  { id, condition, past }: AddedMonitor,
  { from, until }: Failure,
  { technician, isAcknowledged }: { technician: string; isAcknowledged: boolean },
): Promise<void> {
  const raisedAt = new Date(from + MINUTE);
  const acknowledgedAt = new Date(from + 3 * MINUTE);
  const note = 'Looking into it.';
  const [stored] = await database
    .insert(alert)
    .values({
      monitorId: id,
      conditionId: condition.id,
      conditionName: condition.conditionName,
      description: condition.description,
      severity: condition.severity,
      priority: condition.priority,
      message: words[past.error ?? ''] ?? 'The check failed.',
      raisedAt,
      resetAt: new Date(until + 5 * MINUTE),
      ...(isAcknowledged && { acknowledgedAt, acknowledgedBy: technician, acknowledgedNote: note }),
    })
    .returning({ id: alert.id });
  if (stored && isAcknowledged)
    await database
      .insert(alertEvent)
      .values({ alertId: stored.id, at: acknowledgedAt, kind: 'ACKNOWLEDGED', by: technician, words: note });
}

/** The same numbers from 0 to 1 for a seed (a linear congruential generator). */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435 + 12_345;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
