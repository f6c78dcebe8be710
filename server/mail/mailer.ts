import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Database, Queries } from '../database/database.ts';
import { mailOutbox } from '../database/schema/core.ts';
import type { Secrets } from '../secrets.ts';

/** How mail leaves: an SMTP address (`smtp://user:password@host:587`, `smtps://…`) and who it is from. */
export interface MailSettings {
  url: string;
  from: string;
}

interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  readonly configured: boolean;
  /** Puts a message into the outbox, in the caller's transaction; false without a mail server. */
  queue(db: Queries, message: Message, now: Date): Promise<boolean>;
  /** Hands a message to the mail server at once. Answers and rejects with the server's own words. */
  sendNow(message: Message, messageId?: string): Promise<string>;
  /** Sends what is due, for the `deliver_mail` job; safe to run in several processes. Answers how many were sent. */
  deliverDue(now?: Date): Promise<number>;
  close(): void;
}

const BATCH = 20;
const MOST_ATTEMPTS = 10;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 3600;
/** A claimed message is due again after this, should its process die while sending. */
const LEASE_SECONDS = 120;
const NETWORK_MS = 15_000;
const KEPT_DAYS = 30;

export function createMailer(options: {
  database: Database;
  secrets: Secrets;
  mail: MailSettings | undefined;
  /** Starts the `deliver_mail` job when the caller's transaction commits; without it a message waits for the next minute. */
  wake?: (db: Queries) => Promise<void>;
  warn: (detail: Record<string, unknown>, words: string) => void;
}): Mailer {
  const { database, secrets, mail, warn } = options;
  const timeouts = { connectionTimeout: NETWORK_MS, greetingTimeout: NETWORK_MS, socketTimeout: NETWORK_MS };
  const transport = mail && createTransport({ url: mail.url, ...timeouts });

  async function send(message: Message, messageId?: string): Promise<string> {
    if (!transport || !mail) throw new Error('No outgoing mail server is set up.');
    const { response } = await transport.sendMail({ ...message, from: mail.from, ...(messageId && { messageId }) });
    return response;
  }

  async function deliver(id: number, now: Date): Promise<boolean> {
    const lease = new Date(now.getTime() + LEASE_SECONDS * 1000);
    const [row] = await database
      .update(mailOutbox)
      .set({ nextAttemptAt: lease })
      .where(and(eq(mailOutbox.id, id), waiting(), lte(mailOutbox.nextAttemptAt, now)))
      .returning();
    if (!row) return false;
    try {
      // The same id at every attempt, so that a receiver may drop a message sent twice around a crash.
      await send(
        { to: row.recipient, subject: row.subject, text: secrets.open(row.body) },
        `<${row.id}.${row.createdAt.getTime()}@cairn>`,
      );
      await database.update(mailOutbox).set({ sentAt: now, body: '', lastError: null }).where(eq(mailOutbox.id, id));
      return true;
    } catch (error) {
      const attempts = row.attempts + 1;
      const gaveUp = attempts >= MOST_ATTEMPTS;
      const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** row.attempts, LONGEST_WAIT_SECONDS);
      const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
      warn({ message: id, attempts, lastError }, gaveUp ? 'mail given up' : 'mail not sent; will be tried again');
      await database
        .update(mailOutbox)
        .set({
          attempts,
          lastError,
          nextAttemptAt: new Date(now.getTime() + wait * 1000),
          ...(gaveUp && { failedAt: now, body: '' }),
        })
        .where(eq(mailOutbox.id, id));
      return false;
    }
  }

  return {
    configured: transport !== undefined,
    async queue(db, { to, subject, text }, now) {
      if (!transport) return false;
      await db
        .insert(mailOutbox)
        .values({ recipient: to, subject, body: secrets.seal(text), createdAt: now, nextAttemptAt: now });
      await options.wake?.(db);
      return true;
    },
    sendNow: send,
    async deliverDue(now = new Date()) {
      if (!transport) return 0;
      const due = await database
        .select({ id: mailOutbox.id })
        .from(mailOutbox)
        .where(and(waiting(), lte(mailOutbox.nextAttemptAt, now)))
        .orderBy(asc(mailOutbox.nextAttemptAt))
        .limit(BATCH);
      let sent = 0;
      for (const { id } of due) if (await deliver(id, now)) sent += 1;
      return sent;
    },
    close: () => transport?.close(),
  };
}

function waiting() {
  return and(isNull(mailOutbox.sentAt), isNull(mailOutbox.failedAt));
}

/** For the nightly clean-up. */
export async function dropOldMail(db: Queries, now: Date): Promise<void> {
  await db.delete(mailOutbox).where(lt(mailOutbox.createdAt, new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000)));
}
