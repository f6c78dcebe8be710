import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { steadyNow } from '../../clock/steady.ts';
import type { Database } from '../../database/database.ts';
import { targetPolicy } from '../../division/target-policy.ts';
import type { TargetPolicy } from '../../outbound/address-policy.ts';
import { monitorChanged, type Live } from '../../live/messages.ts';
import type { Secrets } from '../../secrets.ts';
import { runCheck } from '../checks/registry.ts';
import type { Domains } from '../domains/domains.ts';
import {
  alertsChanged,
  checksDone,
  checksDropped,
  checksUnderWay,
  lateness,
  monitorsHeld,
  recentLateness,
} from '../metrics.ts';
import { inShards, loadMonitored, withIds, type Monitored } from '../monitored.ts';
import { record, type CheckRecord } from '../results/check-record.ts';
import { isRefusedData } from '../results/refused-data.ts';
import { storeRecords, type AlertWork } from '../results/store-records.ts';
import { Writer } from '../results/writer.ts';
import { Leases, renewMs } from './leases.ts';
import { nextDue } from './phase.ts';
import { Runner } from './runner.ts';
import { WorkerReporter } from './worker-report.ts';

/** More changed monitors at once than this are an import: they take their regular turns instead of all running now. */
const mostAtOnce = 100;
/** Changed monitors are told to open pages at most this often, in milliseconds. */
const tellEvery = 1000;
/** Milliseconds. */
const stopPatience = 1000;

export interface Log {
  info(detail: Record<string, unknown>, words: string): void;
  warn(detail: Record<string, unknown>, words: string): void;
  error(detail: Record<string, unknown>, words: string): void;
}

export interface SchedulerOptions {
  database: Database;
  live: Live;
  /** No other process works on this database: what a dead one held is taken at once. */
  alone: boolean;
  secrets: Secrets;
  domains: Domains;
  alerts: AlertWork;
  log: Log;
  /** Checks under way at once; more wait for their turn and are late. */
  limit?: number;
}

/** Runs this process's share of the monitors, on their times, and stores what they find. */
export class Scheduler {
  private readonly worker = randomUUID();
  private readonly monitors = new Map<number, Monitored>();
  private readonly toTell = new Set<number>();
  private readonly stopping = new AbortController();
  private readonly runner: Runner;
  private readonly writer: Writer;
  private readonly leases: Leases;
  private readonly reporter: WorkerReporter;
  private policy: TargetPolicy = { use: 'monitor', allowOwnAddresses: false, networks: [] };
  private stopListening = () => {};
  private timers: NodeJS.Timeout[] = [];
  private beat: Promise<void> | undefined;
  private loading = Promise.resolve();
  private unwell = false;

  constructor(private readonly options: SchedulerOptions) {
    // Every check that is under way listens.
    setMaxListeners(0, this.stopping.signal);
    this.runner = new Runner({
      limit: options.limit ?? 2000,
      run: (id, due) => this.check(id, due),
      nextDue: (id, now) => {
        const monitor = this.monitors.get(id);
        return monitor && nextDue(id, monitor.frequencyMs, now);
      },
    });
    this.writer = new Writer({
      store: (batch) => storeRecords(options.database, this.worker, batch, options.alerts),
      onStored: (batch) => this.stored(batch),
      isRefused: isRefusedData,
      onTrouble: (error, dropped) => {
        checksDropped.inc(dropped);
        if (dropped > 0) options.log.error({ err: error, dropped }, 'checks could not be stored');
        else this.trouble(error);
      },
    });
    this.reporter = new WorkerReporter(options.database, this.worker);
    this.leases = new Leases({
      database: options.database,
      worker: this.worker,
      onGained: (shards) => this.gained(shards),
      onLost: (shards) => this.forget(shards),
      drain: async (shards) => {
        await this.runner.ended(this.forget(shards));
        await this.writer.flush();
      },
    });
  }

  /** Rejects while the database cannot be reached. Monitors run from then on. */
  async start(): Promise<void> {
    await this.leases.prepare(this.options.alone);
    this.stopListening = this.options.live.listen(({ topic, ids }) => {
      if (topic === monitorChanged) this.changed(ids.filter((id) => typeof id === 'number'));
      if (topic === 'division') this.readPolicy().catch((error: unknown) => this.trouble(error));
      if (topic === 'resync') this.reload();
    });
    await this.tick();
    this.timers = [setInterval(() => void this.renew(), renewMs), setInterval(() => void this.tell(), tellEvery)];
  }

  /** Ends every check, stores what has come in, and leaves the monitors to the other processes. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopping.abort();
    this.stopListening();
    // Ended checks are not stored, so the slowest of them need not be waited for.
    await Promise.race([this.runner.stop(), pause(stopPatience, undefined, { ref: false })]);
    await this.beat;
    await this.loading;
    await this.writer.close();
    await this.tell();
    await this.leases.release().catch((error: unknown) => this.trouble(error));
    this.monitors.clear();
    monitorsHeld.set(0);
  }

  /** The wall clock was set by so many milliseconds: what counts minutes from an earlier instant moves along, or it would wait, or end, by the step. */
  clockStepped(milliseconds: number): void {
    for (const monitor of this.monitors.values()) {
      if (monitor.since !== undefined) monitor.since += milliseconds;
      for (const condition of monitor.conditions)
        if (condition.lastFailureAt !== undefined) condition.lastFailureAt += milliseconds;
    }
  }

  /** How many monitors this process runs. */
  get held(): number {
    return this.monitors.size;
  }

  private async check(id: number, due: number): Promise<void> {
    const monitor = this.monitors.get(id);
    if (!monitor) return;
    const at = Date.now();
    const late = Math.max(0, steadyNow() - due) / 1000;
    lateness.observe(late);
    recentLateness.observe(late);
    checksUnderWay.set(this.runner.active + 1);
    const context = {
      policy: this.policy,
      timeoutMs: monitor.timeoutMs,
      open: this.options.secrets.open,
      signal: this.stopping.signal,
      conditions: monitor.conditions,
      domains: this.options.domains,
    };
    const outcome = await runCheck(monitor.type, monitor.config, context, (error) =>
      this.options.log.error({ err: error, monitor: id }, 'a check failed of itself'),
    );
    checksUnderWay.set(this.runner.active - 1);
    // Changed, paused or given away meanwhile: what came back tells of a monitor that is no more.
    if (this.monitors.get(id) !== monitor || this.stopping.signal.aborted) return;
    checksDone.inc({ type: monitor.type, ok: String(outcome.ok) });
    this.writer.add(record(monitor, outcome, at));
  }

  private stored(batch: readonly CheckRecord[]): void {
    this.unwell = false;
    for (const { monitorId, moves } of batch) {
      this.toTell.add(monitorId);
      for (const { changes } of moves) for (const { change } of changes) alertsChanged.inc({ change });
    }
  }

  private async tell(): Promise<void> {
    const ids = [...this.toTell];
    this.toTell.clear();
    try {
      if (ids.length > 0) await this.options.live.announce(this.options.database, 'monitor', ids);
    } catch (error) {
      this.trouble(error);
    }
  }

  private renew(): Promise<void> {
    // A slow database must not pile renewals up.
    return (this.beat ??= this.tick()
      .catch((error: unknown) => this.trouble(error))
      .finally(() => (this.beat = undefined)));
  }

  private async tick(): Promise<void> {
    await this.readPolicy();
    await this.leases.tick();
    monitorsHeld.set(this.monitors.size);
    await this.reporter.tick(this.monitors.size);
  }

  private async readPolicy(): Promise<void> {
    this.policy = await targetPolicy(this.options.database, 'monitor');
  }

  private async gained(shards: number[]): Promise<void> {
    for (const monitor of await loadMonitored(this.options.database, inShards(shards))) this.take(monitor, false);
    monitorsHeld.set(this.monitors.size);
  }

  /** Answers the monitors that are not run here any more. */
  private forget(shards: number[]): number[] {
    const gone = new Set(shards);
    const ids = [...this.monitors.values()].filter(({ shard }) => gone.has(shard)).map(({ id }) => id);
    for (const id of ids) this.drop(id);
    return ids;
  }

  private changed(ids: number[]): void {
    this.loading = this.loading
      .then(async () => {
        // Where its conditions stand is in what has not been written yet, too.
        await this.writer.flush();
        await this.readPolicy();
        const found = new Map(
          (await loadMonitored(this.options.database, withIds(ids))).map((monitor) => [monitor.id, monitor]),
        );
        for (const id of ids) {
          const monitor = found.get(id);
          if (monitor && this.leases.holds(monitor.shard)) this.take(monitor, ids.length <= mostAtOnce);
          else this.drop(id);
        }
      })
      .catch((error: unknown) => {
        this.trouble(error);
        if (!this.stopping.signal.aborted) setTimeout(() => this.changed(ids), renewMs).unref();
      });
  }

  /** After a time without hearing of changes. */
  private reload(): void {
    this.loading = this.loading
      .then(async () => {
        await this.writer.flush();
        const found = (await loadMonitored(this.options.database, sql`true`)).filter(({ shard }) =>
          this.leases.holds(shard),
        );
        const ids = new Set(found.map(({ id }) => id));
        for (const id of this.monitors.keys()) if (!ids.has(id)) this.drop(id);
        for (const monitor of found) this.take(monitor, false);
      })
      .catch((error: unknown) => {
        this.trouble(error);
        if (!this.stopping.signal.aborted) setTimeout(() => this.reload(), renewMs).unref();
      });
  }

  private take(monitor: Monitored, atOnce: boolean): void {
    const now = steadyNow();
    this.monitors.set(monitor.id, monitor);
    this.runner.schedule(monitor.id, atOnce ? now : nextDue(monitor.id, monitor.frequencyMs, now));
  }

  private drop(id: number): void {
    this.monitors.delete(id);
    this.runner.remove(id);
  }

  /** Once for each spell of trouble, not once for each batch. */
  private trouble(error: unknown): void {
    if (!this.unwell)
      this.options.log.warn({ err: error }, 'monitors cannot reach the database; checks go on and are stored later');
    this.unwell = true;
  }
}
