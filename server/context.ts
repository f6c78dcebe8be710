import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from './access/actor.ts';
import type { AuditEntry } from './audit/audit-entry.ts';
import type { Queries } from './database/database.ts';
import type { Topic } from './live/messages.ts';
import type { Services } from './services.ts';

/** What writes on somebody's behalf has, in a request or in a run. `db` is a transaction that commits when the work returns. */
export interface WriteContext {
  db: Queries;
  actor: Actor;
  services: Services;
  now: Date;
  audit(entry: AuditEntry): Promise<void>;
  /** Tells open pages, in this and every other process, once the transaction has committed. */
  announce(topic: Topic, ids: (number | string)[]): Promise<void>;
}

/** What a handler has of its request. For a mutating call `db` is a transaction that commits when the handler returns. */
export interface CallContext extends WriteContext {
  log: FastifyBaseLogger;
  ip: string;
  userAgent: string;
  /** The revision that the caller began with (`If-Match` of a call with `revised`); without it the save does not ask. */
  expectedRevision: number | undefined;
  /** Aborts with `CallerGone` when the caller goes away before the reply. */
  clientGone: AbortSignal;
  /** Runs after the commit; a failure is logged and does not fail the call. */
  afterCommit(work: () => void | Promise<void>): void;
  cookies: {
    get(name: string): string | undefined;
    set(name: string, value: string, options: { maxAgeSeconds?: number }): void;
    clear(name: string): void;
  };
}

/** What the handler of a call with `ownTransactions` has: it reads by `db`, and writes in transactions of its own. */
export interface OwnTransactions extends Omit<CallContext, 'audit' | 'announce' | 'afterCommit'> {
  /**
   * Runs work in a transaction, with its audit rows and announcements, and retries it after a conflict with another one.
   * An idempotent call makes exactly one, which answers the call's reply; for a key that was used before, that is the stored reply.
   */
  transaction<T>(work: (context: CallContext) => Promise<T>): Promise<T>;
}
