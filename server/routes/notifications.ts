import type { notificationCalls } from '#api/contract/notifications.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { listConditionsOf, listDeliveries, makeDue, readDeliveries } from '../notifications/channel-log.ts';
import { addChannel, listChannels, readChannel, removeChannel, saveChannel } from '../notifications/channels.ts';

import { givenSecrets } from '../notifications/http/http-config.ts';
import { previewChannel } from '../notifications/http/preview.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const notificationHandlers: Handlers<keyof typeof notificationCalls> = {
  listNotificationChannels: (context) => listChannels(context),
  listChannelChoices: async (context) =>
    (await listChannels(context)).map(({ id, name, channelType, enabled }) => ({ id, name, channelType, enabled })),
  readNotificationChannel: (context, { params }) => readChannel(context, params.id),
  addNotificationChannel: async (context, { body }) => {
    const added = await addChannel(context, body);
    await tell(context, 'CREATED', added.channel.id, `Added the notification channel “${added.channel.name}”`);
    return { ...done, ...added };
  },
  saveNotificationChannel: async (context, { params, body }) => {
    const before = await readChannel(context, params.id);
    const channel = await saveChannel(context, params.id, body);
    const { changes } = changesOf(auditable(before), auditable(channel), hidden);
    // A flag says only that there is a secret: one that was typed anew is told, as of monitors.
    const secrets = body.channelType === 'HTTP' ? givenSecrets(body) : {};
    const typed = Object.entries(secrets).filter(([, value]) => value.trim() !== '');
    const replaced = typed.map(([field]) => ({ field, from: null, to: null }));
    const summary = `Changed the notification channel “${channel.name}”`;
    await tell(context, 'UPDATED', channel.id, summary, { changes: [...changes, ...replaced] });
    return { ...done, channel };
  },
  removeNotificationChannel: async (context, { params }) => {
    const name = await removeChannel(context.db, params.id);
    await tell(context, 'DELETED', params.id, `Removed the notification channel “${name}”`);
    return done;
  },
  testNotificationChannel: async (context, { params }) => {
    const { db, services, now } = context;
    const { name } = await readChannel(context, params.id);
    const sent = await services.notifications.test(params.id, now);
    await context.transaction((tx) =>
      tell(tx, 'TESTED', params.id, `Sent a test to the notification channel “${name}”`),
    );
    return { ...done, deliveries: await readDeliveries(db, sent) };
  },
  previewNotificationChannel: (context, { body }) => previewChannel(context, body),
  listChannelConditions: async (context, { params, query }) => {
    await readChannel(context, params.id);
    return listConditionsOf(context.db, params.id, query);
  },
  listChannelDeliveries: async (context, { params, query }) => {
    await readChannel(context, params.id);
    return listDeliveries(context.db, params.id, query);
  },
  sendChannelDelivery: async (context, { params }) => {
    const { db, services, now } = context;
    const delivery = await makeDue(db, params.id, params.deliveryId, now);
    await services.notifications.wake(db);
    const { name } = await readChannel(context, params.id);
    await tell(context, 'SENT_AGAIN', params.id, `Sent a delivery of the notification channel “${name}” again`);
    return { ...done, delivery };
  },
};

/** What may hold a key: addresses, headers and templates. */
const hidden = ['url', 'template'];

const shown = ['name', 'channelType', 'enabled', 'recipients', 'url', 'repeatMinutes', 'escalateMinutes'] as const;
const passing: ReadonlySet<string> = new Set([...shown, 'id', 'conditionCount', 'custom', 'revision', 'createdAt']);

function auditable(channel: Awaited<ReturnType<typeof readChannel>>) {
  const template = Object.fromEntries(Object.entries(channel).filter(([field]) => !passing.has(field)));
  return { ...channel.custom, ...Object.fromEntries(shown.map((field) => [field, channel[field]])), template };
}

async function tell(
  context: CallContext,
  what: string,
  entityId: number,
  summary: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  const entityType = 'NOTIFICATION_CHANNEL';
  await context.audit({
    action: `${entityType}_${what}`,
    entityType,
    entityId,
    summary,
    ...(detail && { detail }),
  });
  await context.announce('notification-channel', [entityId]);
}
