import { sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import type { AlertNews } from '../../database/schema/monitors.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import { addAlertEvent } from './alert-events.ts';
import { alertMail, type AlertEventName } from './alert-mail.ts';

import { isGone, type AlertRow } from './alert-row.ts';
import { startFollowUps } from './follow-up-rules.ts';
import { techniciansOf } from './technicians.ts';

export interface AlertNoticeOptions {
  mailer: Mailer;
  webhooks: Webhooks;
  notifications: Notifications;
  /** Without a slash at the end. */
  publicUrl: string;
}

/** Puts the messages about alerts into their outboxes, in the transaction of what they are about. */
export interface AlertNotices {
  toWebhooks(tx: Queries, row: AlertRow, news: AlertNews, at: Date): Promise<void>;
  /** `at`: when it happened; `now`: when the message is written. */
  toTechnicians(tx: Queries, row: AlertRow, news: AlertNews, at: Date, now: Date): Promise<void>;
  toChannels(tx: Queries, row: AlertRow, news: AlertNews, at: Date, now: Date): Promise<void>;
  /** Notifies one channel of an alert that nobody acknowledged. */
  again(
    tx: Queries,
    row: AlertRow,
    channelId: number,
    event: 'alert.repeated' | 'alert.escalated',
    now: Date,
  ): Promise<void>;
}

export function createAlertNotices({ mailer, webhooks, notifications, publicUrl }: AlertNoticeOptions): AlertNotices {
  const urlOf = (row: AlertRow) => `${publicUrl}/#/alerts${isGone(row) ? '' : `/${row.id}`}`;

  function dataOf(row: AlertRow): Record<string, unknown> {
    const { id, monitorId, monitorName, clientId, clientName, conditionName, description } = row;
    const { severity, priority, message, maintenance, resetAt, endReason } = row;
    const place = { id, monitorId, monitorName, clientId, clientName };
    const raised = { conditionName, description, severity, priority, message, maintenance };
    const raisedAt = new Date(row.raisedAt).toISOString();
    const over = resetAt === null ? null : new Date(resetAt).toISOString();
    const times = {
      raisedAt,
      resetAt: endReason === null ? over : null,
      endedAt: endReason === null ? null : over,
      endReason,
    };
    return { alert: { ...place, ...raised, ...times }, url: urlOf(row) };
  }

  async function queue(
    tx: Queries,
    row: AlertRow,
    channelIds: readonly number[],
    event: AlertEventName,
    at: Date,
    now: Date,
  ): Promise<void> {
    const mail = alertMail(row, event, at, urlOf(row));
    const monitor = { id: row.monitorId, name: row.monitorName };
    await notifications.queue(tx, channelIds, { event, data: dataOf(row), mail, monitor, alertId: row.id }, now);
  }

  return {
    toWebhooks: (tx, row, news, at) => webhooks.queue(tx, `alert.${news}`, dataOf(row), at),
    async toTechnicians(tx, row, news, at, now) {
      if (news === 'raised' ? row.notificationAction !== 'SEND' : !row.notifiedTechnicians) return;
      const mail = alertMail(row, `alert.${news}`, at, urlOf(row));
      let queued = 0;
      for (const { email } of await techniciansOf(tx, row.clientId))
        if (await mailer.queue(tx, { to: email, ...mail, alert: { id: row.id, news } }, now)) queued += 1;
      if (queued === 0) {
        const words = (await mailer.isConfigured(tx)) ? '' : 'NO_MAIL';
        await addAlertEvent(tx, [row.id], { kind: 'NOT_NOTIFIED', words, at: now });
      }
      if (news === 'raised') await tx.execute(sql`update alert set notified_technicians = true where id = ${row.id}`);
    },
    async toChannels(tx, row, news, at, now) {
      const channels = news === 'raised' ? (row.notificationChannelIds ?? []) : row.notifiedChannelIds;
      await queue(tx, row, channels, `alert.${news}`, at, now);
      if (news !== 'raised' || channels.length === 0) return;
      await tx.execute(sql`
        update alert set notified_channel_ids = array(select json_array_elements_text(${JSON.stringify(channels)}::json)::int)
        where id = ${row.id}`);
      await startFollowUps(tx, row.id, channels, now);
    },
    again: (tx, row, channelId, event, now) => queue(tx, row, [channelId], event, now, now),
  };
}
