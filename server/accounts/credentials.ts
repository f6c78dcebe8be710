import { and, eq, sql } from 'drizzle-orm';
import type { UserActor } from '../access/actor.ts';
import { isPermissionName } from '../access/permissions.ts';
import type { Database, Queries } from '../database/database.ts';
import { apiKey, appUser, session, userGrant } from '../database/schema/core.ts';
import { hashToken, sameText } from './tokens.ts';

/** A credential as it was last read. */
export interface Credential {
  actor: UserActor;
  lastUsedAt: Date;
  /** After this instant it is void whatever happens. */
  endsAt: Date;
  /** Milliseconds without a request after which it is void. */
  inactivity: number;
}

const user = {
  userId: appUser.id,
  email: appUser.email,
  firstName: appUser.firstName,
  lastName: appUser.lastName,
  sysadmin: appUser.sysadmin,
  totpEnabledAt: appUser.totpEnabledAt,
  inactivityMinutes: appUser.userInactivityTimeout,
  // One statement, so that a request never sees half of a change. Names are qualified here: a query of one table leaves that out.
  grants: sql<
    { permission: string; entityId: number | null }[]
  >`(select coalesce(json_agg(json_build_object('permission', ${userGrant.permission}, 'entityId', ${userGrant.entityId})), '[]') from ${userGrant} where ${userGrant}."user_id" = ${appUser}."id")`,
};

/** The session behind a cookie's token, of an enabled user. Its limits are for the caller to check. */
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
    .where(and(eq(session.tokenHash, hashToken(token)), eq(appUser.enabled, true)));
  if (!row) return undefined;
  return {
    actor: { ...toActor(row, row.mfaAt), sessionId: row.sessionId, passwordProvenAt: row.passwordAt },
    lastUsedAt: row.lastSeenAt,
    endsAt: row.expiresAt,
    inactivity: row.inactivityMinutes * 60_000,
  };
}

/** The API key behind `Bearer <keyId>.<secret>`, of an enabled user. */
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
    .where(and(eq(apiKey.keyId, bearer.slice(0, dot)), eq(appUser.enabled, true)));
  if (!row || !sameText(hashToken(bearer.slice(dot + 1)), row.secretHash)) return undefined;
  return {
    actor: { ...toActor(row, null), apiKey: { id: row.apiKeyId, scope: row.scope } },
    lastUsedAt: row.lastUsedAt ?? new Date(0),
    endsAt: row.expiresAt,
    inactivity: Number.POSITIVE_INFINITY,
  };
}

/** An enabled user with what they may do now, for work that goes on without a request of theirs. */
export async function readOwner(db: Queries, userId: number): Promise<UserActor | undefined> {
  const [row] = await db
    .select(user)
    .from(appUser)
    .where(and(eq(appUser.id, userId), eq(appUser.enabled, true)));
  return row && toActor(row, null);
}

interface UserRow {
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  sysadmin: boolean;
  totpEnabledAt: Date | null;
  grants: { permission: string; entityId: number | null }[];
}

function toActor(row: UserRow, provenAt: Date | null): UserActor {
  return {
    kind: 'user',
    userId: row.userId,
    email: row.email,
    name: `${row.firstName} ${row.lastName}`.trim(),
    sysadmin: row.sysadmin,
    ...(row.totpEnabledAt && { secondFactor: { provenAt } }),
    grants: row.grants.flatMap(({ permission, entityId }) =>
      isPermissionName(permission) ? [{ permission, entityId }] : [],
    ),
  };
}
