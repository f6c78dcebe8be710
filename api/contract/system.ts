import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Page, PageQuery, Saved, Text, Uuid } from './shapes.ts';

export const Division = Type.Object({
  name: Type.String(), language: Type.String(), timeZoneId: Type.String(),
  /** Whether monitors may reach loopback and private addresses. */
  allowPrivateTargets: Type.Boolean(),
  publicUrl: Type.String(), mailConfigured: Type.Boolean(),
});
/** A flow put down half-way. `snapshot` is the machine's persisted snapshot less its secrets. */
export const Draft = Type.Object({
  id: Uuid, flow: Type.String(), title: Type.String(), subject: Nullable(Type.String()), state: Type.String(), screenVersions: Type.Record(Type.String(), Type.String()),
  snapshot: Type.Unknown(), revision: Type.Integer(), updatedAt: Instant,
});
export const Activity = Type.Object({
  id: Id, at: Instant, actorName: Type.String(), action: Type.String(), entityType: Type.String(), entityId: Nullable(Type.String()), summary: Type.String(),
});
export const WebhookEvent = Type.Union([Type.Literal('alert.raised'), Type.Literal('alert.reset'), Type.Literal('organization.changed'), Type.Literal('user.changed')]);
export const Webhook = Type.Object({ id: Id, name: Type.String(), url: Type.String(), events: Type.Array(WebhookEvent), enabled: Type.Boolean(), createdAt: Instant });
const WebhookInput = Closed({ name: Text(100), url: Text(2000), events: Type.Array(WebhookEvent, { maxItems: 20 }), enabled: Type.Optional(Type.Boolean()) });
export const Delivery = Type.Object({
  id: Id, event: Type.String(), createdAt: Instant, attempts: Type.Integer(), status: Nullable(Type.Integer()), state: Type.Union([Type.Literal('pending'), Type.Literal('delivered'), Type.Literal('failed')]), error: Nullable(Type.String()),
});
/** A live message: a topic and ids, never contents; the page reads again what it may see. */
export const LiveMessage = Type.Object({ topic: Type.String(), ids: Type.Array(Type.Union([Type.Integer(), Type.String()])), at: Instant });
export const Node = Type.Object({
  id: Id, name: Type.String(), systemName: Type.String(), friendlyName: Type.String(), nodeClass: Type.String(), nodeType: Type.String(), nodeRoleId: Type.String(),
  clientId: Id, locationId: Id, parentNodeId: Nullable(Id), policyId: Nullable(Id), isUp: Type.Boolean(), isDown: Type.Boolean(), isServer: Type.Boolean(),
  publicIp: Type.String(), ipAddresses: Type.Array(Type.String()), macAddresses: Type.Array(Type.String()), netbiosName: Type.String(), lastLoggedInUser: Type.String(), biosSerialNumber: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()), policyContent: Type.Record(Type.String(), Type.Unknown()), lastSeenAt: Nullable(Instant),
});

export const systemCalls = {
  readDivision: call({ method: 'GET', path: '/division', summary: 'General settings', reply: Division, errors: [], permission: 'session' }),
  saveDivision: call({
    method: 'PUT', path: '/division', summary: 'Changes general settings',
    body: Closed({ name: Type.Optional(Text()), language: Type.Optional(Text(10)), timeZoneId: Type.Optional(Text(100)), allowPrivateTargets: Type.Optional(Type.Boolean()) }),
    reply: Saved('division', Division), errors: [], permission: 'sysadmin', idempotent: true,
  }),
  testMail: call({ method: 'POST', path: '/division/mail-test', summary: 'Sends the signed-in user a test message', reply: Done, errors: ['mail_not_configured', 'mail_failed'], permission: 'sysadmin', rate: { max: 10, seconds: 60 } }),
  /** C18-08 */
  listTimeZones: call({
    method: 'GET', path: '/timezone', summary: 'Time zones with their offset from UTC now, in minutes',
    reply: Type.Array(Type.Object({ name: Type.String(), timeZoneId: Type.String(), offset: Type.Integer() })), errors: [], permission: 'public',
  }),
  /** C23-10 */
  listNodeRoles: call({ method: 'GET', path: '/noderole/list', summary: 'Node roles', reply: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), nodeClass: Type.String() })), errors: [], permission: 'session' }),
  listActivities: call({
    method: 'GET', path: '/activity', summary: 'The audit trail, newest first', query: Type.Object({ ...PageQuery, entityType: Type.Optional(Text(50)), entityId: Type.Optional(Text(50)) }),
    reply: Page(Activity), errors: [], permission: 'SYSTEM:Configuration.Activities.Access',
  }),
  verifyAudit: call({
    method: 'GET', path: '/activity/verify', summary: 'Recomputes the hash chain of the audit trail',
    reply: Type.Object({ rows: Type.Integer(), intact: Type.Boolean(), firstBrokenId: Nullable(Id) }), errors: [], permission: 'sysadmin', rate: { max: 10, seconds: 60 },
  }),
  listDrafts: call({
    method: 'GET', path: '/draft', summary: 'The drafts of the signed-in user, newest first', query: Type.Object({ flow: Type.Optional(Text(60)), subject: Type.Optional(Text(100)) }),
    reply: Type.Array(Type.Omit(Draft, ['snapshot'])), errors: [], permission: 'session',
  }),
  readDraft: call({ method: 'GET', path: '/draft/:id', summary: 'One draft', params: Type.Object({ id: Uuid }), reply: Draft, errors: [], permission: 'session' }),
  /** A write whose revision is not newer, or whose `base` is not the stored revision (another page saved meanwhile), is answered with the stored one and changes nothing. */
  saveDraft: call({
    method: 'PUT', path: '/draft/:id', summary: 'Keeps a draft', params: Type.Object({ id: Uuid }),
    body: Closed({ flow: Text(60), title: Text(200), subject: Type.Optional(Nullable(Text(100))), state: Text(200), screenVersions: Type.Record(Type.String(), Text(100)), snapshot: Type.Unknown(), revision: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), base: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), revision: Type.Integer(), updatedAt: Instant }), errors: ['conflict'], permission: 'session',
  }),
  removeDraft: call({ method: 'DELETE', path: '/draft/:id', summary: 'Drops a draft; one that is gone already is no error', params: Type.Object({ id: Uuid }), reply: Done, errors: [], permission: 'session' }),
  listWebhooks: call({ method: 'GET', path: '/webhook', summary: 'Webhooks', reply: Type.Array(Webhook), errors: [], permission: 'sysadmin' }),
  addWebhook: call({
    method: 'POST', path: '/webhook', summary: 'Adds a webhook; its signing secret is in this reply alone', body: WebhookInput,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), webhook: Webhook, secret: Type.String() }), errors: [], permission: 'sysadmin', idempotent: true,
  }),
  saveWebhook: call({ method: 'PUT', path: '/webhook/:id', summary: 'Changes a webhook', params: IdParams, body: WebhookInput, reply: Saved('webhook', Webhook), errors: [], permission: 'sysadmin', idempotent: true }),
  removeWebhook: call({ method: 'DELETE', path: '/webhook/:id', summary: 'Removes a webhook', params: IdParams, reply: Done, errors: [], permission: 'sysadmin', idempotent: true }),
  testWebhook: call({ method: 'POST', path: '/webhook/:id/test', summary: 'Sends a test event', params: IdParams, reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), delivery: Delivery }), errors: [], permission: 'sysadmin', rate: { max: 20, seconds: 60 } }),
  listDeliveries: call({ method: 'GET', path: '/webhook/:id/delivery', summary: 'The latest deliveries of a webhook', params: IdParams, reply: Type.Array(Delivery), errors: [], permission: 'sysadmin' }),
  listNodes: call({ method: 'GET', path: '/node', summary: 'Devices', query: Type.Object({ ...PageQuery, clientId: Type.Optional(Id) }), reply: Page(Node), errors: [], permission: 'NODE:View' }),
  readNode: call({ method: 'GET', path: '/node/:id', summary: 'One device', params: IdParams, reply: Node, errors: [], permission: 'NODE:View' }),
  saveNode: call({
    method: 'PUT', path: '/node/:id', summary: 'Changes a device’s own name, place or role', params: IdParams,
    body: Closed({ friendlyName: Type.Optional(Text()), clientId: Type.Optional(Id), locationId: Type.Optional(Id), nodeRoleId: Type.Optional(Text(100)) }),
    reply: Saved('node', Node), errors: [], permission: 'NODE:Update', idempotent: true,
  }),
  systemOverview: call({
    method: 'GET', path: '/query/v2/systemdashboard', summary: 'Counts for the system dashboard',
    reply: Type.Object({ organizations: Type.Integer(), devices: Type.Integer(), devicesUp: Type.Integer(), monitors: Type.Integer(), monitorsUp: Type.Integer(), monitorsDown: Type.Integer(), monitorsPaused: Type.Integer(), openAlerts: Type.Integer() }),
    errors: [], permission: 'session',
  }),
  /** C22-01: the page sends what is neither a client 4xx nor network noise. */
  reportError: call({
    method: 'POST', path: '/error-report', summary: 'Takes an error report of the page', body: Closed({ message: Text(2000), stack: Type.Optional(Text(8000)), route: Type.Optional(Text(500)), version: Type.Optional(Text(50)) }),
    reply: Done, errors: [], permission: 'public', rate: { max: 30, seconds: 60 },
  }),
  live: call({ method: 'GET', path: '/live', summary: 'Live messages over a WebSocket', reply: LiveMessage, errors: [], permission: 'session', websocket: true }),
};
