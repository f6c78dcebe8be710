import { eq, sql } from 'drizzle-orm';
import type { Database, Queries } from '../database/database.ts';
import { isStandingUser } from '../access/visibility.ts';
import { mailOutbox } from '../database/schema/deliveries.ts';
import { outgoingMail } from '../database/schema/mail.ts';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { createDeliveryQueue, type DeliveryQueue } from '../deliveries/delivery-queue.ts';
import type { Wake } from '../jobs/wake.ts';
import type { Secrets } from '../secrets.ts';
import type { Message } from './message.ts';
import { environmentServer, storedServer, type Handed, type MailSettings } from './outgoing-server.ts';

/** A message for the outbox. */
interface QueuedMessage extends Message {
  /** The alert that the message is about; its timeline shows the delivery. */
  alert?: { id: number; news: string };
}

export interface Mailer extends Pick<DeliveryQueue, 'deliverDue'> {
  /** Whether a mail server is configured, by the environment or by an administrator. */
  isConfigured(db: Queries): Promise<boolean>;
  /** Queues a message in the outbox, in the caller's transaction; false without a mail server. */
  queue(db: Queries, message: QueuedMessage, now: Date): Promise<boolean>;
  /** Sends a message immediately. Resolves and rejects with the mail server's own text. */
  sendNow(message: Message, messageId?: string): Promise<string>;
  /** Like `sendNow`, but returns a failure instead of rejecting. Undefined without a mail server. */
  tryNow(message: Message): Promise<Handed | undefined>;
  close(): void;
}

export function createMailer(options: {
  database: Database;
  secrets: Secrets;
  /** The environment's mail server, which overrides the stored one. */
  mail: MailSettings | undefined;
  /** Starts the `deliver_mail` job when the caller's transaction commits; without it a message waits for the minutely job. */
  wake?: Wake;
  warn: (detail: Record<string, unknown>, words: string) => void;
  /** CA certificates (PEM) that replace the system's. */
  ca?: string;
}): Mailer {
  const { database, secrets, mail, wake, warn, ca } = options;
  const fromEnvironment = mail && environmentServer(mail);

  async function isConfigured(db: Queries): Promise<boolean> {
    if (fromEnvironment) return true;
    const stored = await db.select({ id: outgoingMail.id }).from(outgoingMail);
    return stored.length > 0;
  }

  async function tryNow(message: Message, messageId?: string): Promise<Handed | undefined> {
    requireNoTransaction('A connection to the mail server');
    // Read each time, so that a change applies to the next message in every process.
    const server = fromEnvironment ?? (await storedServer(database, secrets, ca));
    return server?.handOver(message, messageId);
  }

  async function sendNow(message: Message, messageId?: string): Promise<string> {
    const handed = await tryNow(message, messageId);
    if (!handed) throw new Error('No outgoing mail server is set up.');
    if (handed.error) throw handed.error;
    return handed.answer;
  }

  const { deliverDue } = createDeliveryQueue({
    database,
    table: mailOutbox,
    afterLast: sql`body = ''`,
    wake,
    warn,
    async send(id) {
      const [row] = await database.select().from(mailOutbox).where(eq(mailOutbox.id, id));
      if (!row) return undefined;
      if (row.alertId !== null && (await isDeleted(database, row.recipient)))
        return { status: null, answer: null, error: 'The user was deleted.' };
      // The same id at every attempt, so that receivers can drop a duplicate after a crash.
      const answer = await sendNow(
        { to: row.recipient, subject: row.subject, text: secrets.open(row.body) },
        `<${row.id}.${row.createdAt.getTime()}@cairn>`,
      );
      return { status: null, answer, error: null };
    },
  });

  return {
    isConfigured,
    async queue(db, { to, subject, text, alert }, now) {
      if (!(await isConfigured(db))) return false;
      await db.insert(mailOutbox).values({
        recipient: to,
        subject,
        body: secrets.seal(text),
        createdAt: now,
        nextAttemptAt: now,
        ...(alert && { alertId: alert.id, alertNews: alert.news }),
      });
      await wake?.(db);
      return true;
    },
    sendNow,
    tryNow,
    // Without a mail server, do not use up the attempts of pending messages.
    deliverDue: async (now) => ((await isConfigured(database)) ? deliverDue(now) : 0),
    close: () => fromEnvironment?.close(),
  };
}

/** Whether the address is that of a user who is marked for deletion, and of no other. News of alerts wait for the undo. */
async function isDeleted(db: Queries, email: string): Promise<boolean> {
  const { rows } = await db.execute<{ stands: boolean }>(
    sql`select ${isStandingUser()} as stands from app_user where lower(email) = lower(${email})`,
  );
  return rows.length > 0 && rows.every(({ stands }) => !stands);
}
