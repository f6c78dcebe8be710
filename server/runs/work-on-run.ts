import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { readOwner } from '../accounts/credentials.ts';
import { appendAudit } from '../audit/chain.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { WriteContext } from '../context.ts';
import { run } from '../database/schema/runs.ts';
import { databaseFailure } from '../database/failures.ts';
import type { Log } from '../log.ts';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';
import { endRun, refusalOf, type Ending } from './end-run.ts';
import type { Report } from './report.ts';
import type { AnyRunKind } from './run-kind.ts';
import { Reported, RunLost, storeReport } from './store-report.ts';

/** Why the work must stop, as the reason of its signal. */
export class RunStops extends Error {
  constructor(readonly why: 'cancelled' | 'lost' | 'stopping') {
    super(`The run stops: ${why}`);
    this.name = 'RunStops';
  }
}

interface Work {
  id: string;
  holder: string;
  services: Services;
  kinds: readonly AnyRunKind[];
  signal: AbortSignal;
  log: Log;
}

/** Reports outside a transaction are stored together, at most this often, in milliseconds. */
const reportedEvery = 250;
const mostAttempts = 4;

/** Works on a run that this process has claimed until it ends. Answers `left` where somebody else may go on with it. */
export async function workOnRun(work: Work): Promise<'ended' | 'left'> {
  const { id, holder, services, signal, log } = work;
  const ending = await endingOf(work);
  if (ending === 'left') return 'left';
  const stillOurs = await endRun(services, { id, holder }, ending, new Date());
  if (!stillOurs && !signal.aborted) log.warn({ run: id }, 'a run was taken over before it could be ended');
  return 'ended';
}

async function endingOf(work: Work): Promise<Ending | 'left'> {
  const { id, kinds, signal, services, log } = work;
  const [row] = await services.database.select().from(run).where(eq(run.id, id));
  const kind = kinds.find(({ name }) => name === row?.kind);
  // The server's own runs are worked on by agents.
  if (!row || row.input === null || row.userId === null) return 'left';
  const { userId } = row;
  if (!kind?.work) return { state: 'refused', refusal: refusalOf('internal') };
  const outside = new Reported();
  const transaction = createTransaction(work, { userId, ip: row.ip }, kind);
  const storing = storeRegularly(outside, transaction);
  try {
    if (row.cancelRequested) return { state: 'cancelled' };
    const result = await kind.work({
      id,
      input: JSON.parse(services.secrets.open(row.input)) as unknown,
      userId,
      services,
      log,
      signal,
      progress: (step) => outside.progress(step),
      found: (items) => outside.found(items),
      transaction,
    });
    await storing.stop();
    return { state: 'done', result };
  } catch (error) {
    await storing.stop().catch(() => undefined);
    return failureOf(error, kind, work);
  }
}

function failureOf(error: unknown, kind: AnyRunKind, { id, signal, log }: Work): Ending | 'left' {
  if (error instanceof RunLost) return 'left';
  const why = signal.reason instanceof RunStops ? signal.reason.why : undefined;
  if (why === 'cancelled') return { state: 'cancelled' };
  if (why === 'lost') return 'left';
  if (why === 'stopping') return kind.resumable ? 'left' : { state: 'interrupted' };
  if (error instanceof Refused) return { state: 'refused', refusal: refusalOf(error.code, error) };
  const failure = databaseFailure(error);
  // The lease lapses meanwhile: whoever reaches the database first goes on, or ends it.
  if (failure === 'unavailable' || failure === 'try_again') return 'left';
  log.error({ err: error, run: id, kind: kind.name }, 'a run failed');
  return { state: 'refused', refusal: refusalOf(failure === 'disk_full' ? 'disk_full' : 'internal') };
}

type Transaction = <T>(work: (context: WriteContext & Report<string, unknown>) => Promise<T>) => Promise<T>;

function createTransaction(
  { id, holder, services }: Work,
  owner: { userId: number; ip: string },
  kind: AnyRunKind,
): Transaction {
  const { database, live, secrets } = services;
  const once: Transaction = (work) =>
    database.transaction(async (db) => {
      const actor = await readOwner(db, owner.userId);
      if (!actor) throw new Refused('forbidden');
      const now = new Date();
      const audits: AuditEntry[] = [];
      const reported = new Reported();
      const answer = await work({
        db,
        actor,
        services,
        now,
        audit: async (entry) => void audits.push(entry),
        announce: (topic, ids) => live.announce(db, topic, ids),
        progress: (step) => reported.progress(step),
        found: (items) => reported.found(items),
      });
      await storeReport(db, live, { id, holder, stages: kind.stages }, reported.take(), now);
      // Last, because it holds the head of the chain until the commit.
      await appendAudit(db, secrets, { userId: actor.userId, name: actor.name, ip: owner.ip, at: now }, audits);
      return answer;
    });
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(work);
      } catch (error) {
        if (attempt >= mostAttempts || databaseFailure(error) !== 'try_again') throw error;
        await sleep(10 * attempt);
      }
    }
  };
}

/** Stores what is reported outside a transaction, together, so that thousands of items cost a few statements. */
function storeRegularly(reported: Reported, transaction: Transaction): { stop(): Promise<void> } {
  let failure: unknown;
  let under = Promise.resolve();
  const store = () =>
    (under = under.then(async () => {
      if (reported.size === 0 || failure !== undefined) return;
      const { step, items } = reported.take();
      await transaction(async (context) => {
        if (step) context.progress(step);
        context.found(items);
      }).catch((error: unknown) => (failure = error));
    }));
  const timer = setInterval(() => void store(), reportedEvery);
  return {
    async stop() {
      clearInterval(timer);
      await store();
      if (failure !== undefined) throw failure;
    },
  };
}
