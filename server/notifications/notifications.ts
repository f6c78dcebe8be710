import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database, Queries } from '../database/database.ts';
import { notificationChannel, notificationDelivery } from '../database/schema/notifications.ts';
import { createDeliveryQueue, leaseFrom, type DeliveryQueue, type Sent } from '../deliveries/delivery-queue.ts';
import type { SendRequest } from '../deliveries/send.ts';
import { payloadOf, sendSigned } from '../deliveries/signed-event.ts';
import type { Wake } from '../jobs/wake.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Secrets } from '../secrets.ts';
import { sendAlertText } from './send-alert-text.ts';
import { openSecrets } from './http/http-config.ts';
import { sendHttp } from './http/send-http.ts';
import { exampleEvent, type StoredEvent } from './http/values.ts';

type Channel = typeof notificationChannel.$inferSelect;
type Delivery = typeof notificationDelivery.$inferSelect;

/** What channels are told: a webhook gets the data, e-mail the words, and a text message their subject. */
export interface Notice {
  event:
    | 'alert.raised'
    | 'alert.reset'
    | 'alert.ended'
    | 'alert.repeated'
    | 'alert.escalated'
    | 'alert.acknowledged'
    | 'test';
  data: Record<string, unknown>;
  mail: { subject: string; text: string };
  monitor?: { id: number; name: string };
  /** The alert that it tells of. */
  alertId?: number;
}

export interface Notifications extends Pick<DeliveryQueue, 'deliverDue'> {
  /** Queues a notice for those of these channels that are on, in the transaction of what it tells of. */
  queue(db: Queries, channelIds: readonly number[], notice: Notice, now: Date): Promise<void>;
  /** Sends a test at once, outside any transaction, also to a channel that is off. Answers the deliveries' ids. */
  test(channelId: number, now: Date): Promise<number[]>;
  /** Starts the job that sends what is due when the caller's transaction commits. */
  wake(db: Queries): Promise<void>;
}

export function createNotifications(options: {
  database: Database;
  secrets: Secrets;
  mailer: Pick<Mailer, 'sendNow'>;
  send: SendRequest;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Starts the `deliver_notifications` job; without it a notice waits for the next minute. */
  wake?: Wake;
  warn: (detail: Record<string, unknown>, words: string) => void;
}): Notifications {
  const { database, secrets, mailer, send, warn } = options;
  const wake = async (db: Queries) => options.wake?.(db);
  const { deliverNew, deliverDue } = createDeliveryQueue({
    database,
    table: notificationDelivery,
    wake: options.wake,
    warn,
    async send(id, now) {
      const [found] = await database
        .select({ delivery: notificationDelivery, channel: notificationChannel })
        .from(notificationDelivery)
        .innerJoin(notificationChannel, eq(notificationChannel.id, notificationDelivery.channelId))
        .where(eq(notificationDelivery.id, id));
      return found && sendTo(found.channel, found.delivery, now);
    },
  });

  async function sendTo(
    { channelType, url, secret, http, httpSecrets }: Channel,
    delivery: Delivery,
    now: Date,
  ): Promise<Sent> {
    const { recipient, payload, eventId } = delivery;
    if (http !== null)
      return sendHttp(send, http, openSecrets(secrets, httpSecrets ?? {}), JSON.parse(payload) as StoredEvent);
    if (recipient === null) {
      if (url === null || secret === null) throw new Error('The channel has no address.');
      return sendSigned(send, { url, secret: secrets.open(secret) }, delivery, now);
    }
    const { subject, text } = JSON.parse(payload) as Notice['mail'];
    if (channelType === 'SMS') return sendAlertText({ database, secrets }, { to: recipient, subject }, now);
    // The same id at every attempt, so that a receiver may drop a message sent twice around a crash.
    const answer = await mailer.sendNow({ to: recipient, subject, text }, `<${eventId}@cairn>`);
    return { status: null, answer, error: null };
  }

  return {
    deliverDue,
    wake,
    async queue(db, channelIds, notice, now) {
      if (channelIds.length === 0) return;
      const channels = await db
        .select()
        .from(notificationChannel)
        .where(
          and(
            eq(notificationChannel.enabled, true),
            inArray(notificationChannel.id, [...channelIds]),
            // A mailbox or a script is not told of what a technician does; services keep a state of their own.
            notice.event === 'alert.acknowledged' ? eq(notificationChannel.channelType, 'HTTP') : undefined,
          ),
        )
        .orderBy(asc(notificationChannel.id))
        // One that is deleted meanwhile must not fail the check that led to the alert.
        .for('key share');
      if (channels.length === 0) return;
      await db.insert(notificationDelivery).values(channels.flatMap((channel) => deliveriesOf(channel, notice, now)));
      await wake(db);
    },
    async test(channelId, now) {
      const [channel] = await database.select().from(notificationChannel).where(eq(notificationChannel.id, channelId));
      if (!channel) return [];
      const rows = await database
        .insert(notificationDelivery)
        .values(
          testDeliveries(channel, options.publicUrl, now).map((row) => ({ ...row, nextAttemptAt: leaseFrom(now) })),
        )
        .returning({ id: notificationDelivery.id });
      if (channel.channelType === 'HTTP') for (const { id } of rows) await deliverNew(id, now);
      else await Promise.all(rows.map(({ id }) => deliverNew(id, now)));
      return rows.map(({ id }) => id);
    },
  };
}

/** One for each address, so that a mailbox that refuses is tried again alone. */
function deliveriesOf(
  { id: channelId, channelType, recipients }: Channel,
  { event, data, mail, monitor, alertId }: Notice,
  now: Date,
): (typeof notificationDelivery.$inferInsert)[] {
  const told = {
    channelId,
    event,
    createdAt: now,
    nextAttemptAt: now,
    ...(monitor && { monitorId: monitor.id, monitorName: monitor.name }),
    ...(alertId !== undefined && { alertId }),
  };
  if (channelType === 'EMAIL' || channelType === 'SMS') {
    const payload = JSON.stringify(mail);
    return recipients.map((recipient) => ({ ...told, recipient, eventId: randomUUID(), payload }));
  }
  const eventId = randomUUID();
  return [{ ...told, eventId, payload: payloadOf(eventId, event, data, now) }];
}

/** An HTTP channel is tried with an alert that is raised and reset, so that no incident stays open at a service. */
function testDeliveries(channel: Channel, publicUrl: string, now: Date): (typeof notificationDelivery.$inferInsert)[] {
  if (channel.channelType !== 'HTTP') return deliveriesOf(channel, testNotice(channel), now);
  return ['test', 'test.reset'].map((event) => {
    const eventId = randomUUID();
    const payload = JSON.stringify(exampleEvent(event, eventId, now, publicUrl, channel.name));
    return { channelId: channel.id, event, eventId, payload, createdAt: now, nextAttemptAt: now };
  });
}

function testNotice({ id, name }: Channel): Notice {
  return {
    event: 'test',
    data: { channel: { id, name } },
    mail: {
      subject: `Test of the notification channel ${name}`.replace(/\s+/g, ' '),
      text: `This message was sent to try out the notification channel “${name}”. Alerts of its conditions come the same way.`,
    },
  };
}
