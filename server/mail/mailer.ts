import { eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import type { Database, Queries } from '../database/database.ts';
import { mailOutbox } from '../database/schema/core.ts';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { createDeliveryQueue, type DeliveryQueue } from '../deliveries/delivery-queue.ts';
import type { Wake } from '../jobs/wake.ts';
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

/** A message that waits in the outbox. */
interface QueuedMessage extends Message {
  /** The alert that it tells of, whose timeline shows what became of it. */
  alert?: { id: number; news: string };
}

export interface Mailer extends Pick<DeliveryQueue, 'deliverDue'> {
  readonly configured: boolean;
  /** Puts a message into the outbox, in the caller's transaction; false without a mail server. */
  queue(db: Queries, message: QueuedMessage, now: Date): Promise<boolean>;
  /** Hands a message to the mail server at once. Answers and rejects with the server's own words. */
  sendNow(message: Message, messageId?: string): Promise<string>;
  close(): void;
}

const NETWORK_MS = 15_000;

export function createMailer(options: {
  database: Database;
  secrets: Secrets;
  mail: MailSettings | undefined;
  /** Starts the `deliver_mail` job when the caller's transaction commits; without it a message waits for the next minute. */
  wake?: Wake;
  warn: (detail: Record<string, unknown>, words: string) => void;
}): Mailer {
  const { database, secrets, mail, wake, warn } = options;
  const timeouts = { connectionTimeout: NETWORK_MS, greetingTimeout: NETWORK_MS, socketTimeout: NETWORK_MS };
  const transport = mail && createTransport({ url: mail.url, ...timeouts });

  async function sendNow(message: Message, messageId?: string): Promise<string> {
    requireNoTransaction('A connection to the mail server');
    if (!transport || !mail) throw new Error('No outgoing mail server is set up.');
    const { response } = await transport.sendMail({ ...message, from: mail.from, ...(messageId && { messageId }) });
    return response;
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
      // The same id at every attempt, so that a receiver may drop a message sent twice around a crash.
      const answer = await sendNow(
        { to: row.recipient, subject: row.subject, text: secrets.open(row.body) },
        `<${row.id}.${row.createdAt.getTime()}@cairn>`,
      );
      return { status: null, answer, error: null };
    },
  });

  return {
    configured: transport !== undefined,
    async queue(db, { to, subject, text, alert }, now) {
      if (!transport) return false;
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
    // Without a mail server what waits keeps its attempts until there is one again.
    deliverDue: async (now) => (transport ? deliverDue(now) : 0),
    close: () => transport?.close(),
  };
}
