import { and, eq, sql } from 'drizzle-orm';
import type { UserActor } from '../access/actor.ts';
import { isPermissionName } from '../access/permissions.ts';
import { isStandingUser } from '../access/visibility.ts';
import type { Database, Queries } from '../database/database.ts';
import { apiKey, appUser, session, userGrant } from '../database/schema/users.ts';
import { methodsOf, securityKeyCount } from './mfa-methods.ts';
import { hashToken, sameText } from './tokens.ts';

/** A credential as last read from the database. */
export interface Credential {
  actor: UserActor;
  lastUsedAt: Date;
  /** Absolute expiry, regardless of activity. */
  endsAt: Date;
  /** The credential expires after this many milliseconds without a request. */
  inactivity: number;
}

const user = {
  userId: appUser.id,
  email: appUser.email,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  sysadmin: appUser.sysadmin,
  totpEnabledAt: appUser.totpEnabledAt,
  textPhone: appUser.textPhone,
  securityKeys: securityKeyCount,
  inactivityMinutes: appUser.userInactivityTimeout,
  // One statement, so that a request never sees half of a change. Column names are qualified by hand, because the query builder omits the table in a query of one table.
  grants: sql<
    { permission: string; entityId: number | null }[]
  >`(select coalesce(json_agg(json_build_object('permission', ${userGrant.permission}, 'entityId', ${userGrant.entityId})), '[]') from ${userGrant} where ${userGrant}."user_id" = ${appUser}."id")`,
};

/** The session of a cookie's token, if its user is enabled. The caller checks whether it has expired. */
export async function readSessionCredential(database: Database, token: string): Promise<Credential | undefined> {
  const [row] = await database
    .select({
      ...user,
      sessionId: session.id,
      lastSeenAt: session.lastSeenAt,
      expiresAt: session.expiresAt,
      passwordAt: session.passwordAt,
      mfaAt: session.mfaAt,
    })
    .from(session)
    .innerJoin(appUser, eq(appUser.id, session.userId))
    .where(and(eq(session.tokenHash, hashToken(token)), eq(appUser.enabled, true), isStandingUser()));
  if (!row) return undefined;
  return {
    actor: { ...toActor(row, row.mfaAt), sessionId: row.sessionId, passwordProvenAt: row.passwordAt },
    lastUsedAt: row.lastSeenAt,
    endsAt: row.expiresAt,
    inactivity: row.inactivityMinutes * 60_000,
  };
}

/** The API key of `Bearer <keyId>.<secret>`, if its user is enabled. */
export async function readApiKeyCredential(database: Database, bearer: string): Promise<Credential | undefined> {
  const dot = bearer.indexOf('.');
  if (dot < 1) return undefined;
  const [row] = await database
    .select({
      ...user,
      apiKeyId: apiKey.id,
      secretHash: apiKey.secretHash,
      scope: apiKey.scope,
      expiresAt: apiKey.expiresAt,
      lastUsedAt: apiKey.lastUsedAt,
    })
    .from(apiKey)
    .innerJoin(appUser, eq(appUser.id, apiKey.userId))
    .where(and(eq(apiKey.keyId, bearer.slice(0, dot)), eq(appUser.enabled, true), isStandingUser()));
  if (!row || !sameText(hashToken(bearer.slice(dot + 1)), row.secretHash)) return undefined;
  return {
    actor: { ...toActor(row, null), apiKey: { id: row.apiKeyId, scope: row.scope } },
    lastUsedAt: row.lastUsedAt ?? new Date(0),
    endsAt: row.expiresAt,
    inactivity: Number.POSITIVE_INFINITY,
  };
}

/** An enabled user with their current permissions, for background work without a request. */
export async function readOwner(db: Queries, userId: number): Promise<UserActor | undefined> {
  const [row] = await db
    .select(user)
    .from(appUser)
    .where(and(eq(appUser.id, userId), eq(appUser.enabled, true), isStandingUser()));
  return row && toActor(row, null);
}

interface UserRow {
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  sysadmin: boolean;
  totpEnabledAt: Date | null;
  textPhone: string | null;
  securityKeys: number;
  grants: { permission: string; entityId: number | null }[];
}

function toActor(row: UserRow, provenAt: Date | null): UserActor {
  const methods = methodsOf(row);
  return {
    kind: 'user',
    userId: row.userId,
    email: row.email,
    name: `${row.firstName} ${row.lastName}`.trim(),
    sysadmin: row.sysadmin,
    ...(methods.length > 0 && { secondFactor: { provenAt, methods } }),
    grants: row.grants.flatMap(({ permission, entityId }) =>
      isPermissionName(permission) ? [{ permission, entityId }] : [],
    ),
  };
}
