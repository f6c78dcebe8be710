import { setTimeout as sleep } from 'node:timers/promises';
import { appendAudit } from '../audit/chain.ts';
import type { Queries } from '../database/database.ts';
import { databaseFailure } from '../database/failures.ts';
import { contextOf, newPending } from './call-context.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { forget, once as doOnce } from '../replies/stored-replies.ts';
import type { Serving } from './served.ts';

/** Maximum attempts on a deadlock or serialization failure. */
const MOST_ATTEMPTS = 4;

/** Runs a call's work in one transaction: the change, its audit rows, its idempotency key and its announcements commit together. */
export function createTransaction(serving: Serving) {
  return async function transaction<T>(work: (context: CallContext) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await runTransaction(serving, work);
      } catch (error) {
        if (attempt >= MOST_ATTEMPTS || databaseFailure(error) !== 'try_again') throw error;
        await sleep(10 * attempt);
      }
    }
  };
}

async function runTransaction<T>(serving: Serving, work: (context: CallContext) => Promise<T>): Promise<T> {
  const { name, services, request, reply, actor, once } = serving;
  const pending = newPending();
  const outcome = await services.database.transaction(async (tx) => {
    const context = contextOf(serving, request, reply, actor, tx, pending);
    try {
      const changed = async () => {
        const answer = await work(context);
        return { reply: answer, organizationIds: await writeAudits(tx, context, pending.audits) };
      };
      return { answer: once ? await doOnce(tx, services.secrets, once, changed) : (await changed()).reply };
    } catch (error) {
      if (!(error instanceof Refused && error.extra.keep)) throw error;
      if (once) await forget(tx, once.userId, once.key);
      await writeAudits(tx, context, pending.audits);
      return { refused: error };
    }
  });
  for (const set of pending.cookies) set(reply);
  for (const after of pending.after) {
    // Work after the commit must not fail the call: the caller would believe that nothing was saved.
    Promise.resolve()
      .then(after)
      .catch((error: unknown) => request.log.error({ err: error, call: name }, 'work after a commit failed'));
  }
  if ('refused' in outcome) throw outcome.refused;
  return outcome.answer;
}

/**
 * Call this last in the transaction, because it locks the head of the chain until the commit. Returns the organizations that the rows
 * concern.
 */
export async function writeAudits(
  tx: Queries,
  { actor, ip, now, services }: Pick<CallContext, 'actor' | 'ip' | 'now' | 'services'>,
  audits: readonly AuditEntry[],
): Promise<number[]> {
  const origin = {
    userId: actor.kind === 'user' ? actor.userId : null,
    name: actor.kind === 'user' ? actor.name : '',
    ip,
    at: now,
  };
  return appendAudit(tx, services.secrets, origin, audits);
}
