import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, custom, identity, instant, lower, revision, updatedAt } from './columns.ts';
import { deletionId } from './deletion.ts';

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
    /** Whether the user lets the console record how they step through flows. */
    recordsFlows: boolean('records_flows').notNull().default(false),
    /** Sealed; in force once `totpEnabledAt` is set. */
    totpSecret: text('totp_secret'),
    totpEnabledAt: instant('totp_enabled_at'),
    /** The last 30-second step whose code was accepted: a code works once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }),
    /** E.164; codes by text message are a second factor once it is set (F19-04). */
    textPhone: text('text_phone'),
    lastSignInAt: instant('last_sign_in_at'),
    deletionId: deletionId(),
    custom: custom(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('app_user_email')
      .on(lower(table.email))
      .where(sql`${table.deletionId} is null`),
    index('app_user_deletion')
      .on(table.deletionId)
      .where(sql`${table.deletionId} is not null`),
  ],
);

/** Rows that go with their user. */
export const userId = () =>
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

/** A security key or passkey (WebAuthn): a second factor with a name. */
export const securityKey = pgTable(
  'security_key',
  {
    id: identity(),
    userId: userId(),
    name: text('name').notNull(),
    /** Base64url, as the browser names it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures so far, as the key counts them; 0 for keys that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('security_key_user').on(table.userId)],
);

/** The challenge that a security key is to sign next; works once. */
const keyChallenge = () => ({
  keyChallenge: text('key_challenge'),
  keyChallengeAt: instant('key_challenge_at'),
});

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
    ...keyChallenge(),
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
  ...keyChallenge(),
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
