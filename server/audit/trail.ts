import { eq } from 'drizzle-orm';
import type { Database, Queries } from '../database/database.ts';
import { audit, auditHead } from '../database/schema/audit.ts';
import type { Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { AnchorFile, type Anchor } from './anchor-file.ts';
import { sealOldChain } from './seal-old-chain.ts';
import { verifyTrail, type Verdict } from './verify-chain.ts';

export interface AuditTrail {
  verify(): Promise<Verdict>;
  /** Writes the last anchor and stops. */
  stop(): Promise<void>;
}

interface Options {
  database: Database;
  secrets: Secrets;
  dataDirectory: string;
  /** Sends an anchor to an external receiver. */
  send?: ((anchor: Anchor) => Promise<void>) | undefined;
  log: Log;
  everyMs?: number;
}

const EVERY_MS = 10_000;
/** The external receiver gets only the newest head, at this interval. */
const SENT_EVERY_MS = 60_000;

/**
 * Seals the trail of an earlier version, then writes the trail's head outside the database: at start, at most every ten seconds while it grows, and at shutdown.
 * Truncating the trail or replacing it with an older one in the database is then detectable.
 */
export async function keepTrail({
  database,
  secrets,
  dataDirectory,
  send,
  log,
  everyMs = EVERY_MS,
}: Options): Promise<AuditTrail> {
  const file = new AnchorFile(dataDirectory);
  let last = file.read().at(-1);
  let sent: { id: number; at: number } | undefined;
  let writing: Promise<void> | undefined;
  let verifying: Promise<Verdict> | undefined;

  // An anchored trail was sealed before, so a trail without a seal was forged; do not seal it.
  if (!last) await sealOldChain(database, secrets, new Date());
  await requireSameTrail(database, last, log);

  async function write(): Promise<void> {
    const [head] = await database.select().from(auditHead).where(eq(auditHead.id, 1));
    if (!head || head.lastId === 0) return;
    const anchor = { id: head.lastId, hash: head.hash, at: new Date().toISOString() };
    if (anchor.id > (last?.id ?? 0)) {
      file.append(anchor);
      last = anchor;
      log.info({ auditAnchor: anchor }, 'the head of the audit trail');
    }
    await sendOutside(anchor);
  }

  async function sendOutside(anchor: Anchor): Promise<void> {
    if (
      !send ||
      sent?.id === anchor.id ||
      (sent && performance.now() - sent.at < Math.min(SENT_EVERY_MS, everyMs * 6))
    ) {
      return;
    }
    const at = performance.now();
    await send(anchor)
      .then(() => (sent = { id: anchor.id, at }))
      .catch((error: unknown) => log.warn({ err: error }, 'the head of the audit trail could not be sent'));
  }

  const writeOnce = () =>
    (writing ??= write()
      .catch((error: unknown) => log.warn({ err: error }, 'the head of the audit trail could not be written'))
      .finally(() => (writing = undefined)));
  await writeOnce();
  const timer = setInterval(() => void writeOnce(), everyMs);
  timer.unref();
  return {
    // Callers share one verification, because it reads the whole trail.
    verify: () => (verifying ??= verifyTrail(database, secrets, file.read()).finally(() => (verifying = undefined))),
    async stop() {
      clearInterval(timer);
      await writing;
      await writeOnce();
    },
  };
}

/** Logs a trail that was truncated or replaced; `npm run audit:verify` gives the details. */
async function requireSameTrail(database: Queries, last: Anchor | undefined, log: Log): Promise<void> {
  if (!last) return;
  const [row] = await database.select({ hash: audit.hash }).from(audit).where(eq(audit.id, last.id));
  if (row?.hash === last.hash) return;
  log.error(
    { anchor: last },
    'the audit trail is older than its anchor or another one: rows were cut off or replaced. Run npm run audit:verify',
  );
}
