import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomInput } from './custom-fields.ts';
import { httpPlainFields, httpSecretFields } from './http-channel.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Page, PageQuery, Revision, Saved, Text } from './shapes.ts';

/** The state of a delivery to a webhook or notification channel. */
export const Delivery = Type.Object({
  id: Id,
  event: Type.String(),
  createdAt: Instant,
  attempts: Type.Integer(),
  state: Type.Union([Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('failed')]),
  /** Status of the HTTP response. */
  status: Nullable(Type.Integer()),
  /** The start of the receiver's reply to the latest attempt. */
  answer: Nullable(Type.String()),
  error: Nullable(Type.String()),
  /** Set while the delivery is pending. */
  nextAttemptAt: Nullable(Instant),
});
export const ChannelDelivery = Type.Object({
  ...Delivery.properties,
  /** An e-mail address or a phone number; null for a webhook. */
  recipient: Nullable(Type.String()),
  /** The monitor, or the device if `ofDevice`; null once it is deleted, and its name is kept. */
  monitorId: Nullable(Id),
  monitorName: Nullable(Type.String()),
  ofDevice: Type.Boolean(),
});
export const ChannelType = Type.Union([
  Type.Literal('EMAIL'),
  Type.Literal('SMS'),
  Type.Literal('WEBHOOK'),
  Type.Literal('HTTP'),
]);
export const NotificationChannel = Type.Object({
  id: Id,
  name: Type.String(),
  channelType: ChannelType,
  enabled: Type.Boolean(),
  /** For an e-mail channel. */
  recipients: Type.Array(Type.Object({ email: Type.String() })),
  /** For a channel of text messages; E.164. */
  phones: Type.Array(Type.Object({ phone: Type.String() })),
  /** For a webhook channel. */
  url: Nullable(Type.String()),
  /** For an HTTP channel. */
  ...httpPlainFields,
  webhookUrlSet: Type.Optional(Type.Boolean()),
  botTokenSet: Type.Optional(Type.Boolean()),
  accessTokenSet: Type.Optional(Type.Boolean()),
  routingKeySet: Type.Optional(Type.Boolean()),
  apiKeySet: Type.Optional(Type.Boolean()),
  secretValueSet: Type.Optional(Type.Boolean()),
  /** Rules for unacknowledged alerts; null for none. */
  repeatMinutes: Nullable(Type.Integer()),
  escalateMinutes: Nullable(Type.Integer()),
  escalateChannelId: Nullable(Id),
  /** How many conditions use the channel. */
  conditionCount: Type.Integer(),
  custom: CustomFields('notification-channel'),
  revision: Revision,
  createdAt: Instant,
});
const ChannelInput = Closed({
  name: Text(100),
  channelType: ChannelType,
  enabled: Type.Optional(Type.Boolean()),
  custom: Type.Optional(CustomInput('notification-channel')),
  recipients: Type.Optional(Type.Array(Closed({ email: Text(254) }), { maxItems: 100 })),
  phones: Type.Optional(Type.Array(Closed({ phone: Text(30) }), { maxItems: 20 })),
  url: Type.Optional(Text(2000)),
  ...httpPlainFields,
  ...httpSecretFields,
  /** 5 to 1440 minutes; the screen has the bounds. Null removes a rule; an omitted rule keeps its value. */
  repeatMinutes: Type.Optional(Nullable(Type.Integer())),
  escalateMinutes: Type.Optional(Nullable(Type.Integer())),
  escalateChannelId: Type.Optional(Nullable(Id)),
});
const DeliveryParams = Type.Object({ id: Id, deliveryId: Id });

/** Where conditions send their alerts (F08-50). */
export const notificationCalls = {
  listNotificationChannels: call({
    method: 'GET',
    path: '/notificationchannel',
    summary: 'Notification channels by name',
    reply: Type.Array(NotificationChannel),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  /** Users who edit conditions choose from these; only administrators see addresses. */
  listChannelChoices: call({
    method: 'GET',
    path: '/notificationchannel/choice',
    summary: 'The names of the notification channels',
    reply: Type.Array(Type.Pick(NotificationChannel, ['id', 'name', 'channelType', 'enabled'])),
    errors: [],
    permission: 'NODE:View',
  }),
  readNotificationChannel: call({
    method: 'GET',
    path: '/notificationchannel/:id',
    summary: 'One notification channel',
    params: IdParams,
    reply: NotificationChannel,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  addNotificationChannel: call({
    method: 'POST',
    path: '/notificationchannel',
    summary: 'Adds a notification channel; the signing secret of a webhook is in this reply alone',
    body: ChannelInput,
    bodyBytes: 64 * 1024,
    reply: Type.Object({
      resultCode: Type.Literal('SUCCESS'),
      channel: NotificationChannel,
      secret: Type.Optional(Type.String()),
    }),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  saveNotificationChannel: call({
    method: 'PUT',
    path: '/notificationchannel/:id',
    summary: 'Changes a notification channel; turned off, it gives up what still waits',
    params: IdParams,
    body: ChannelInput,
    bodyBytes: 64 * 1024,
    reply: Saved('channel', NotificationChannel),
    errors: ['conflict'],
    revised: NotificationChannel,
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  removeNotificationChannel: call({
    method: 'DELETE',
    path: '/notificationchannel/:id',
    summary: 'Removes a notification channel, from conditions too',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  testNotificationChannel: call({
    method: 'POST',
    path: '/notificationchannel/:id/test',
    summary: 'Sends a test at once and tells what came back',
    params: IdParams,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), deliveries: Type.Array(ChannelDelivery) }),
    errors: [],
    permission: 'sysadmin',
    ownTransactions: true,
    rate: { max: 20, seconds: 60 },
    sessionOnly: true,
  }),
  previewNotificationChannel: call({
    method: 'POST',
    path: '/notificationchannel/preview',
    summary: 'The requests that an HTTP channel would send, of the latest alert or of an example; secrets are hidden',
    body: Closed(httpPlainFields),
    reply: Type.Object({
      sample: Type.Union([Type.Literal('latest'), Type.Literal('example')]),
      requests: Type.Array(
        Type.Object({
          event: Type.String(),
          /** Why the request could not be built. */
          problem: Nullable(Type.String()),
          method: Type.String(),
          url: Type.String(),
          headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
          body: Type.String(),
        }),
      ),
    }),
    errors: [],
    permission: 'sysadmin',
    changesNothing: true,
    sessionOnly: true,
    bodyBytes: 64 * 1024,
  }),
  listChannelConditions: call({
    method: 'GET',
    path: '/notificationchannel/:id/condition',
    summary: 'The conditions that send to a notification channel',
    params: IdParams,
    query: Type.Object(PageQuery),
    reply: Page(
      Type.Object({
        id: Id,
        conditionName: Type.String(),
        monitorId: Id,
        monitorName: Type.String(),
        clientName: Type.String(),
      }),
    ),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  listChannelDeliveries: call({
    method: 'GET',
    path: '/notificationchannel/:id/delivery',
    summary: 'What was sent to a notification channel, newest first',
    params: IdParams,
    query: Type.Object({ limit: PageQuery.limit, offset: PageQuery.offset }),
    reply: Page(ChannelDelivery),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  sendChannelDelivery: call({
    method: 'POST',
    path: '/notificationchannel/:id/delivery/:deliveryId/again',
    summary: 'Sends a delivery again, whatever became of it',
    params: DeliveryParams,
    reply: Saved('delivery', ChannelDelivery),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    sessionOnly: true,
  }),
};
