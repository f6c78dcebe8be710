import { sql, type AnyColumn } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CustomFields } from '#api/contract/custom-fields.ts';

const identity = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
const createdAt = () => instant('created_at').notNull().defaultNow();
const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** Incremented with every change of a field that an editor shows; the server refuses a save based on an older revision. */
export const revision = () => integer('revision').notNull().default(1);
/** The fields of the entity's screens that have no column of their own. */
export const custom = () => jsonb('custom').$type<CustomFields>().notNull().default({});
/** Names are unique regardless of case. */
const lower = (column: AnyColumn) => sql`lower(${column})`;

/** The service provider itself: one row. */
export const division = pgTable(
  'division',
  {
    id: integer('id').primaryKey().default(1),
    name: text('name').notNull(),
    language: text('language').notNull().default('en-us'),
    timeZoneId: text('time_zone_id').notNull().default('UTC'),
    /** Monitors, webhooks and channels may reach loopback and this server's own addresses. */
    allowOwnAddresses: boolean('allow_own_addresses').notNull().default(false),
    /** CIDR blocks that monitors may reach: private networks (RFC 1918) and unique local addresses (RFC 4193). */
    monitorNetworks: text('monitor_networks').notNull().default('10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7'),
    /** CIDR blocks that webhooks and notification channels may reach. */
    deliveryNetworks: text('delivery_networks').notNull().default(''),
    /** A migration derived the three columns above from an older setting, and no administrator has reviewed them since. */
    outboundNotice: boolean('outbound_notice').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [check('division_is_one', sql`${table.id} = 1`)],
);

export const organization = pgTable(
  'organization',
  {
    id: identity(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** An IANA zone, or `_Division` for the service provider's zone. */
    timeZoneId: text('time_zone_id').notNull().default('_Division'),
    custom: custom(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('organization_name').on(lower(table.name))],
);

export const location = pgTable(
  'location',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    address: text('address').notNull().default(''),
    /** Two-letter code of ISO 3166-1; empty when unknown. */
    country: text('country').notNull().default(''),
    description: text('description').notNull().default(''),
    /** The location with the lowest position is the organization's main location. */
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('location_name').on(table.organizationId, lower(table.name)),
    unique('location_of_organization').on(table.id, table.organizationId),
    index('location_order').on(table.organizationId, table.position),
  ],
);

export type UserType = 'TECHNICIAN' | 'END_USER';
export type Theme = 'light' | 'dark' | 'auto';
export type TicketCrud = 'READ' | 'CREATE' | 'UPDATE' | 'DELETE';
/** C16-05, except for the inactivity timeout, which has its own column. */
export interface StoredUserContent {
  permissions: { ticketCrud: TicketCrud[] };
  runOnlyScriptCategories: number[];
  notification: { email: boolean };
}

export const appUser = pgTable(
  'app_user',
  {
    id: identity(),
    uid: uuid('uid').notNull().unique().defaultRandom(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** Null until the user has used the activation link. */
    passwordHash: text('password_hash'),
    sysadmin: boolean('sysadmin').notNull().default(false),
    userType: text('user_type').$type<UserType>().notNull().default('TECHNICIAN'),
    enabled: boolean('enabled').notNull().default(true),
    content: jsonb('content').$type<StoredUserContent>().notNull(),
    /** Minutes (C16-07). */
    userInactivityTimeout: integer('user_inactivity_timeout').notNull().default(240),
    language: text('language').notNull().default('en-us'),
    timeZoneId: text('time_zone_id').notNull().default('_Division'),
    theme: text('theme').$type<Theme>().notNull().default('auto'),
    /** Sealed; in force once `totpEnabledAt` is set. */
    totpSecret: text('totp_secret'),
    totpEnabledAt: instant('totp_enabled_at'),
    /** The last 30-second step whose code was accepted: a code works once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    lastSignInAt: instant('last_sign_in_at'),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('app_user_email').on(lower(table.email))],
);

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => appUser.id, { onDelete: 'cascade' });

/** A permission held everywhere (`entityId` null) or for one entity. */
export const userGrant = pgTable(
  'user_grant',
  { id: identity(), userId: userId(), permission: text('permission').notNull(), entityId: integer('entity_id') },
  (table) => [unique('user_grant_once').on(table.userId, table.permission, table.entityId).nullsNotDistinct()],
);

export const recoveryCode = pgTable(
  'recovery_code',
  { id: identity(), userId: userId(), codeHash: text('code_hash').notNull(), usedAt: instant('used_at') },
  (table) => [uniqueIndex('recovery_code_hash').on(table.userId, table.codeHash)],
);

export const session = pgTable(
  'session',
  {
    id: identity(),
    userId: userId(),
    /** SHA-256 of the cookie's token; the server does not store the token itself. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Absolute expiry, regardless of activity. */
    expiresAt: instant('expires_at').notNull(),
    /** When the user last proved the password in this session. */
    passwordAt: instant('password_at'),
    /** When the user last proved the second factor in this session. */
    mfaAt: instant('mfa_at'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [index('session_user').on(table.userId), index('session_expiry').on(table.expiresAt)],
);

/** A pending sign-in: the password was correct, the code is still missing. */
export const mfaChallenge = pgTable('mfa_challenge', {
  id: identity(),
  userId: userId(),
  tokenHash: text('token_hash').notNull().unique(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
});

export const invitation = pgTable(
  'invitation',
  {
    id: identity(),
    userId: userId(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The purpose of the link; both let the user choose a password. */
    purpose: text('purpose').$type<'ACTIVATION' | 'RESET'>().notNull().default('ACTIVATION'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('invitation_user').on(table.userId)],
);

export const apiKey = pgTable(
  'api_key',
  {
    id: identity(),
    userId: userId(),
    name: text('name').notNull(),
    keyId: text('key_id').notNull().unique(),
    secretHash: text('secret_hash').notNull(),
    scope: text('scope').$type<'read' | 'write'>().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('api_key_user').on(table.userId)],
);

/** Failed attempts by a hashed key (account and address), in addition to the HTTP rate limit. */
export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastFailureAt: instant('last_failure_at').notNull(),
  blockedUntil: instant('blocked_until'),
});

/** A device or a monitor (C23-15). Cloud monitors are nodes too: `node.id` is the monitor's id (C23-16). */
export const node = pgTable(
  'node',
  {
    id: identity(),
    name: text('name').notNull(),
    systemName: text('system_name').notNull().default(''),
    friendlyName: text('friendly_name').notNull().default(''),
    nodeClass: text('node_class').notNull(),
    nodeType: text('node_type').notNull(),
    nodeRoleId: text('node_role_id').notNull().default('auto'),
    organizationId: integer('organization_id').notNull(),
    locationId: integer('location_id').notNull(),
    parentNodeId: integer('parent_node_id'),
    policyId: integer('policy_id'),
    policyIdSource: text('policy_id_source').notNull().default('DEFAULT'),
    isUp: boolean('is_up').notNull().default(false),
    isDown: boolean('is_down').notNull().default(false),
    isServer: boolean('is_server').notNull().default(false),
    publicIp: text('public_ip').notNull().default(''),
    ipAddresses: text('ip_addresses')
      .array()
      .notNull()
      .default(sql`'{}'`),
    macAddresses: text('mac_addresses')
      .array()
      .notNull()
      .default(sql`'{}'`),
    netbiosName: text('netbios_name').notNull().default(''),
    lastLoggedInUser: text('last_logged_in_user').notNull().default(''),
    biosSerialNumber: text('bios_serial_number').notNull().default(''),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    policyContent: jsonb('policy_content').$type<Record<string, unknown>>().notNull().default({}),
    lastSeenAt: instant('last_seen_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // A composite key, so that a node cannot be at another organization's location.
    foreignKey({
      name: 'node_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }),
    foreignKey({ name: 'node_parent', columns: [table.parentNodeId], foreignColumns: [table.id] }).onDelete('set null'),
    index('node_organization').on(table.organizationId),
    index('node_location').on(table.locationId),
    index('node_type').on(table.nodeType),
  ],
);

/** The audit trail. No foreign keys: a row outlives its entity and is never changed. */
export const audit = pgTable(
  'audit',
  {
    id: integer('id').primaryKey(),
    at: instant('at').notNull(),
    actorUserId: integer('actor_user_id'),
    actorName: text('actor_name').notNull(),
    ip: text('ip').notNull(),
    action: text('action').notNull(),
    entityType: text('entity_type').notNull(),
    entityId: text('entity_id'),
    /** The organization whose technicians may read the row; null for the whole division. The id outlives the organization. */
    organizationId: integer('organization_id'),
    summary: text('summary').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_entity').on(table.entityType, table.entityId),
    index('audit_kind').on(table.entityType, table.id),
    index('audit_actor').on(table.actorUserId, table.id),
    index('audit_at').on(table.at),
    index('audit_organization').on(table.organizationId, table.id),
  ],
);

/** The end of the chain: its lock serializes the rows, its count reveals truncation. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: integer('id').primaryKey().default(1),
    lastId: integer('last_id').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [check('audit_head_is_one', sql`${table.id} = 1`)],
);

/** The stored reply of a mutating call by its `Idempotency-Key`. `userId` is 0 for calls without a signed-in user. */
export const idempotency = pgTable(
  'idempotency',
  {
    id: identity(),
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    call: text('call').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    /** Sealed JSON: some replies carry a secret that is shown once. */
    reply: text('reply').notNull(),
    /** The organizations that the call changed: a user who has lost access to one of them gets no replay. */
    organizationIds: integer('organization_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (table) => [unique('idempotency_once').on(table.userId, table.key), index('idempotency_age').on(table.createdAt)],
);

/** An unfinished flow. The page chooses the id; the key is the pair with the user, so ids of different users cannot collide. */
export const draft = pgTable(
  'draft',
  {
    id: uuid('id').notNull(),
    userId: userId(),
    flow: text('flow').notNull(),
    title: text('title').notNull(),
    subject: text('subject'),
    state: text('state').notNull(),
    screenVersions: jsonb('screen_versions').$type<Record<string, string>>().notNull(),
    /** Sealed, because answers may contain keys. Null once dropped. */
    snapshot: json('snapshot').$type<{ sealed: string }>(),
    /** Revision of the stored write; the next write names it as its base. */
    revision: uuid('revision').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set once dropped or finished, so that a late save cannot restore it. */
    removedAt: instant('removed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'draft_of_user', columns: [table.userId, table.id] }),
    index('draft_expiry').on(table.expiresAt),
  ],
);

export type DeliveryState = 'pending' | 'delivered' | 'failed';
/** The columns that a delivery queue needs (`server/deliveries`). */
export const attemptColumns = () => ({
  createdAt: createdAt(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  state: text('state').$type<DeliveryState>().notNull().default('pending'),
  /** Status of the HTTP response. */
  status: integer('status'),
  answer: text('answer'),
  error: text('error'),
  deliveredAt: instant('delivered_at'),
});

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: identity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Sealed, because it may contain an activation link; cleared once sent or dropped. */
    body: text('body').notNull(),
    /** The alert that the message is about, and the event; shown in the alert's timeline. */
    alertId: integer('alert_id'),
    alertNews: text('alert_news'),
    ...attemptColumns(),
  },
  (table) => [
    index('mail_outbox_alert').on(table.alertId),
    index('mail_outbox_due').on(table.state, table.nextAttemptAt),
  ],
);

export const webhook = pgTable('webhook', {
  id: identity(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  /** Sealed. */
  secret: text('secret').notNull(),
  events: text('events').array().notNull(),
  enabled: boolean('enabled').notNull().default(true),
  custom: custom(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: identity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id').notNull(),
    event: text('event').notNull(),
    /** The exact signed payload, so that every attempt sends the same bytes. */
    payload: text('payload').notNull(),
    ...attemptColumns(),
  },
  (table) => [
    index('webhook_delivery_due').on(table.state, table.nextAttemptAt),
    index('webhook_delivery_of').on(table.webhookId, table.id),
  ],
);
