import { setMaxListeners } from 'node:events';
import type { SQL } from 'drizzle-orm';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Database, Queries } from '../database/database.ts';
import type { EndReason } from '../database/schema/monitors.ts';
import { targetPolicy } from '../division/target-policy.ts';
import { monitorChanged, type Live } from '../live/messages.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Secrets } from '../secrets.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { createAlertNotices } from './alerts/alert-notices.ts';
import { createAlerts } from './alerts/alerts.ts';
import { BrowseFailed, type Browsed } from './checks/browse.ts';
import type { CheckContext, Outcome, StoredConfig, Watch } from './checks/check.ts';
import { runCheck, type CheckType } from './checks/registry.ts';
import { createDomains } from './domains/domains.ts';
import type { DomainSources } from './domains/sources.ts';
import { conditionSentences } from './conditions/describe.ts';
import { prune, rollUp } from './results/rollup.ts';
import { monitorTypes } from './types/registry.ts';
import type { ServerType } from './types/server-type.ts';
import { Scheduler, type Log } from './schedule/scheduler.ts';

/** Tests that run at once; a person waits for each, so the rest wait in line. */
const mostTests = 20;
/** Rolled up every minute; pruned every hour. In milliseconds. */
const rollUpEvery = 60_000;
const pruneEvery = 3_600_000;

export interface MonitorsOptions {
  database: Database;
  /** For roll-up and pruning, whose statements may take minutes. */
  background?: Database;
  live: Live;
  /** No other process works on this database (the embedded one). */
  alone: boolean;
  screens: ScreenLibrary;
  secrets: Secrets;
  mailer: Mailer;
  webhooks: Webhooks;
  notifications: Notifications;
  /** Without a slash at the end. */
  publicUrl: string;
  log: Log;
  /** Where domains' expiry is asked for. */
  domainSources: DomainSources;
  /** Checks under way at once in this process. */
  limit?: number;
}

export interface Monitors {
  /** Takes this process's share of the monitors and runs it. */
  start(): Promise<void>;
  /** Ends checks, stores what came in, and leaves the monitors to other processes. */
  stop(): Promise<void>;
  /** The wall clock was set by so many milliseconds. */
  clockStepped(milliseconds: number): void;
  /** In the transaction that adds, changes, pauses or removes monitors: whoever runs them acts at its commit. */
  announce(tx: Queries, ids: readonly number[]): Promise<void>;
  /** Ends open alerts that no check would reset any more. `where` is about the table `alert`. */
  endAlerts(tx: Queries, where: SQL, reason: EndReason, now: Date): Promise<void>;
  /** The sentence of a condition (F08-31), from its fields as the page has them. */
  describe(condition: Readonly<Record<string, unknown>>): string;
  /** Runs a check once and keeps nothing. */
  test(type: CheckType, config: StoredConfig, timeoutMs: number, conditions: readonly Watch[]): Promise<Outcome>;
  /** What stands below an object of the target. @throws BrowseFailed, also for a type that cannot be browsed */
  browse(type: CheckType, config: StoredConfig, timeoutMs: number, below: string): Promise<Browsed>;
}

export function createMonitors(options: MonitorsOptions): Monitors {
  const { database, secrets, log } = options;
  const describe = conditionSentences(options.screens);
  const alerts = createAlerts({ live: options.live, notices: createAlertNotices(options), describe });
  const domains = createDomains(options.domainSources);
  const scheduler = new Scheduler({ ...options, alerts, domains });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const timers: NodeJS.Timeout[] = [];
  let tests = 0;
  const waiting: (() => void)[] = [];
  let chore: Promise<void> | undefined;

  function regularly(every: number, work: (database: Database, now: Date) => Promise<void>, words: string): void {
    timers.push(
      setInterval(() => {
        // One at a time: what took longer than its interval is next in turn anyway.
        chore ??= work(options.background ?? database, new Date())
          .catch((error: unknown) => log.warn({ err: error }, words))
          .finally(() => (chore = undefined));
      }, every),
    );
  }

  /** A few at a time: each holds a connection to somewhere. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (tests >= mostTests) await new Promise<void>((resolve) => waiting.push(resolve));
    tests += 1;
    try {
      return await work();
    } finally {
      tests -= 1;
      waiting.shift()?.();
    }
  }

  async function askContext(timeoutMs: number, conditions: readonly Watch[]): Promise<CheckContext> {
    const policy = await targetPolicy(database, 'monitor');
    const { signal } = stopping;
    return { policy, timeoutMs, open: secrets.open, signal, conditions, domains, wantAll: true };
  }

  return {
    async start() {
      await scheduler.start();
      regularly(rollUpEvery, rollUp, 'the history of monitors could not be rolled up');
      regularly(pruneEvery, prune, 'the history of monitors could not be pruned');
      log.info({ monitors: scheduler.held }, 'monitors are running');
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await scheduler.stop();
      await chore;
    },
    clockStepped: (milliseconds) => scheduler.clockStepped(milliseconds),
    announce: (tx, ids) => options.live.announce(tx, monitorChanged, [...ids]),
    endAlerts: alerts.end,
    describe,
    test: (type, config, timeoutMs, conditions) =>
      inTurn(async () =>
        runCheck(type, config, await askContext(timeoutMs, conditions), (error) =>
          log.error({ err: error, type }, 'a check failed of itself'),
        ),
      ),
    browse: (type, config, timeoutMs, below) =>
      inTurn(async () => {
        const { browse }: ServerType = monitorTypes[type];
        if (browse === undefined) throw new BrowseFailed('This type of monitor has no objects.');
        return browse(config, below, await askContext(timeoutMs, []));
      }),
  };
}
