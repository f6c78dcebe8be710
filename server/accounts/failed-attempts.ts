import { appendAudit } from '../audit/chain.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../database/database.ts';

export type FailedKind = 'SIGN_IN_FAILED' | 'SIGN_IN_THROTTLED' | 'PASSWORD_FAILED' | 'SECOND_FACTOR_FAILED';

export interface FailedAttempt {
  kind: FailedKind;
  /** Undefined for an unknown account. Its name is not recorded, because people type passwords into that field by mistake. */
  user: { id: number; email: string } | undefined;
  ip: string;
}

/** Records failed attempts in the audit trail and the log: one row per account, address and minute, with a count. */
export interface FailedAttempts {
  /** Returns immediately: a known account must get its reply as fast as an unknown one. */
  note(attempt: FailedAttempt): void;
  /** Writes the counts that are still pending. */
  close(): Promise<void>;
}

interface Window {
  attempt: FailedAttempt;
  /** Attempts since the last row. */
  count: number;
  timer: NodeJS.Timeout;
}

const WINDOW_MS = 60_000;
/** Attempts beyond this many accounts and addresses share a row. */
const MOST_WINDOWS = 200;

export function createFailedAttempts(
  write: (attempt: FailedAttempt, count: number) => Promise<void>,
  { windowMs = WINDOW_MS, mostWindows = MOST_WINDOWS } = {},
): FailedAttempts {
  const windows = new Map<string, Window>();

  function open(key: string, attempt: FailedAttempt): void {
    windows.set(key, { attempt, count: 0, timer: setTimeout(() => end(key), windowMs).unref() });
  }

  function end(key: string): void {
    const window = windows.get(key);
    windows.delete(key);
    if (!window || window.count === 0) return;
    open(key, window.attempt);
    void write(window.attempt, window.count);
  }

  return {
    note(attempt) {
      const own = `${attempt.kind} ${attempt.user?.id ?? ''} ${attempt.ip}`;
      const crowded = windows.size >= mostWindows && !windows.has(own);
      const key = crowded ? attempt.kind : own;
      const window = windows.get(key);
      if (window) {
        window.count += 1;
        return;
      }
      const shared = crowded ? { kind: attempt.kind, user: undefined, ip: '' } : attempt;
      open(key, shared);
      void write(shared, 1);
    },
    async close() {
      const left = [...windows.values()];
      windows.clear();
      for (const { timer } of left) clearTimeout(timer);
      await Promise.all(left.filter(({ count }) => count > 0).map(({ attempt, count }) => write(attempt, count)));
    },
  };
}

const words: Record<FailedKind, string> = {
  SIGN_IN_FAILED: 'Failed sign-in',
  SIGN_IN_THROTTLED: 'Throttled sign-in',
  PASSWORD_FAILED: 'Wrong password',
  SECOND_FACTOR_FAILED: 'Wrong second factor',
};

type Warn = (detail: Record<string, unknown>, words: string) => void;

/** Writes an audit row and a log line at `warn`. A failed write is logged and otherwise ignored. */
export function recordFailed(database: Database, secrets: Secrets, warn: Warn) {
  return async ({ kind, user, ip }: FailedAttempt, count: number): Promise<void> => {
    const times = count === 1 ? '' : `, ${count} times`;
    const summary = `${words[kind]} for ${user?.email ?? 'an unknown account'}${times}`;
    warn({ event: kind, userId: user?.id, ip, count }, summary);
    const entry = { action: kind, entityType: 'USER', summary, detail: { count }, ...(user && { entityId: user.id }) };
    await database
      .transaction((tx) => appendAudit(tx, secrets, { userId: null, name: '', ip, at: new Date() }, [entry]))
      .catch((error: unknown) => warn({ err: error, event: kind }, 'A failed attempt is not in the audit trail'));
  };
}
