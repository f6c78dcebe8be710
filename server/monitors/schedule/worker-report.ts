import { eq, sql } from 'drizzle-orm';
import { hostname } from 'node:os';
import type { Static } from 'typebox';
import type { MonitorServer } from '#api/contract/monitors.ts';
import { steadyNow } from '../../clock/steady.ts';
import type { Database, Queries } from '../../database/database.ts';
import { monitorWorker, type WorkerReport } from '../../database/schema/monitors.ts';
import { checksDone, checksDropped, recentLateness } from '../metrics.ts';

/** Milliseconds. */
const reportEvery = 10_000;
const rateOver = 60_000;

interface Reading {
  at: number;
  checks: number;
}

/** Says beside the leases of this process how it keeps its times, for whoever looks after the servers. */
export class WorkerReporter {
  private readonly startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  private readings: Reading[] = [];
  private reportedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly worker: string,
  ) {}

  /** To be called often; writes every ten seconds. `monitors`: how many this process runs. */
  async tick(monitors: number, now = steadyNow()): Promise<void> {
    if (now - this.reportedAt < reportEvery) return;
    this.reportedAt = now;
    const report = await this.report(monitors, now);
    await this.database
      .update(monitorWorker)
      .set({ report, reportedAt: new Date() })
      .where(eq(monitorWorker.id, this.worker));
  }

  private async report(monitors: number, now: number): Promise<WorkerReport> {
    const [median, p99] = await lateMilliseconds();
    return {
      hostname: hostname(),
      pid: process.pid,
      startedAt: this.startedAt,
      monitors,
      checksPerMinute: this.rate({ at: now, checks: await total(checksDone) }),
      latenessMedian: median,
      latenessP99: p99,
      dropped: await total(checksDropped),
    };
  }

  /** Checks a minute since the oldest reading of the last minute. */
  private rate(reading: Reading): number {
    const before = this.readings.filter(({ at }) => reading.at - at <= rateOver);
    this.readings = [...before, reading];
    const [oldest] = before;
    if (oldest === undefined) return 0;
    return Math.round(((reading.checks - oldest.checks) / (reading.at - oldest.at)) * 60_000);
  }
}

/** The median and the 99th percentile; null before the first check. */
async function lateMilliseconds(): Promise<[number | null, number | null]> {
  const { values } = await recentLateness.get();
  const at = (quantile: number) => {
    const value = values.find(({ labels }) => labels.quantile === quantile)?.value;
    return value === undefined || Number.isNaN(value) ? null : Math.round(value * 10_000) / 10;
  };
  const checked = values.some(({ metricName, value }) => metricName?.endsWith('_count') && value > 0);
  return checked ? [at(0.5), at(0.99)] : [null, null];
}

async function total(metric: { get(): Promise<{ values: { value: number }[] }> }): Promise<number> {
  return (await metric.get()).values.reduce((sum, { value }) => sum + value, 0);
}

/** The processes that run monitors now, the longest running first. */
export async function listMonitorServers(db: Queries): Promise<Static<typeof MonitorServer>[]> {
  const rows = await db
    .select({ id: monitorWorker.id, report: monitorWorker.report, reportedAt: monitorWorker.reportedAt })
    .from(monitorWorker)
    .where(sql`${monitorWorker.until} > now() and ${monitorWorker.report} is not null`);
  return rows
    .flatMap(({ id, report, reportedAt }) =>
      report && reportedAt ? [{ id, ...report, reportedAt: reportedAt.toISOString() }] : [],
    )
    .sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
}
