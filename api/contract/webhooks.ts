import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomInput } from './custom-fields.ts';
import { Delivery } from './notifications.ts';
import { Closed, Done, Id, IdParams, Instant, Revision, Saved, Text } from './shapes.ts';

export const WebhookEvent = Type.Union([
  Type.Literal('alert.raised'),
  Type.Literal('alert.reset'),
  Type.Literal('organization.changed'),
  Type.Literal('user.changed'),
]);
export const Webhook = Type.Object({
  id: Id,
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(WebhookEvent),
  enabled: Type.Boolean(),
  custom: CustomFields('webhook'),
  revision: Revision,
  createdAt: Instant,
});
const WebhookInput = Closed({
  name: Text(100),
  url: Text(2000),
  events: Type.Array(WebhookEvent, { maxItems: 20 }),
  enabled: Type.Optional(Type.Boolean()),
  custom: Type.Optional(CustomInput('webhook')),
});

export const webhookCalls = {
  listWebhooks: call({
    method: 'GET',
    path: '/webhook',
    summary: 'Webhooks',
    reply: Type.Array(Webhook),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  readWebhook: call({
    method: 'GET',
    path: '/webhook/:id',
    summary: 'One webhook',
    params: IdParams,
    reply: Webhook,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  addWebhook: call({
    method: 'POST',
    path: '/webhook',
    summary: 'Adds a webhook; its signing secret is in this reply alone',
    body: WebhookInput,
    bodyBytes: 64 * 1024,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), webhook: Webhook, secret: Type.String() }),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  saveWebhook: call({
    method: 'PUT',
    path: '/webhook/:id',
    summary: 'Changes a webhook',
    params: IdParams,
    body: WebhookInput,
    bodyBytes: 64 * 1024,
    reply: Saved('webhook', Webhook),
    errors: ['conflict'],
    revised: Webhook,
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  removeWebhook: call({
    method: 'DELETE',
    path: '/webhook/:id',
    summary: 'Removes a webhook',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  testWebhook: call({
    method: 'POST',
    path: '/webhook/:id/test',
    summary: 'Sends a test event',
    params: IdParams,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), delivery: Delivery }),
    errors: [],
    permission: 'sysadmin',
    ownTransactions: true,
    rate: { max: 20, seconds: 60 },
    sessionOnly: true,
  }),
  listDeliveries: call({
    method: 'GET',
    path: '/webhook/:id/delivery',
    summary: 'The latest deliveries of a webhook',
    params: IdParams,
    reply: Type.Array(Delivery),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
};
