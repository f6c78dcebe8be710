import { and, asc, count, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { User } from '#api/contract/users.ts';
import { isStandingUser } from '../access/visibility.ts';
import { toShownCustom } from '../custom/custom-fields.ts';
import type { Queries } from '../database/database.ts';
import { appUser, securityKey, userGrant, type UserType } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';
import { isShownGrant } from './shown-grants.ts';

export type UserReply = Static<typeof User>;

interface Reading {
  db: Queries;
  services: Pick<Services, 'screens'>;
}

/** Users, sorted by name (C16-08). */
export async function listUsers(reading: Reading, userType?: UserType): Promise<UserReply[]> {
  const rows = await reading.db
    .select()
    .from(appUser)
    .where(and(isStandingUser(), userType && eq(appUser.userType, userType)))
    .orderBy(sql`lower(${appUser.lastName})`, sql`lower(${appUser.firstName})`, asc(appUser.id));
  return withGrants(reading, rows);
}

/** @throws Refused `not_found` */
export async function readUser(reading: Reading, id: number): Promise<UserReply> {
  const rows = await reading.db
    .select()
    .from(appUser)
    .where(and(eq(appUser.id, id), isStandingUser()));
  const [user] = await withGrants(reading, rows);
  if (!user) throw new Refused('not_found');
  return user;
}

async function withGrants(
  { db, services: { screens } }: Reading,
  rows: (typeof appUser.$inferSelect)[],
): Promise<UserReply[]> {
  const ids = rows.map((row) => row.id);
  const grants = await db
    .select()
    .from(userGrant)
    .where(and(inArray(userGrant.userId, ids), isShownGrant))
    .orderBy(asc(userGrant.id));
  const keys = await db
    .select({ userId: securityKey.userId })
    .from(securityKey)
    .where(inArray(securityKey.userId, ids));
  const byUser = new Map<number, typeof grants>();
  for (const grant of grants) byUser.set(grant.userId, [...(byUser.get(grant.userId) ?? []), grant]);
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    sysadmin: row.sysadmin,
    userType: row.userType,
    enabled: row.enabled,
    activated: row.passwordHash !== null,
    totpEnabled: row.totpEnabledAt !== null,
    textMessages: row.textPhone !== null,
    securityKeys: keys.filter(({ userId }) => userId === row.id).length,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    content: { ...row.content, userInactivityTimeout: row.userInactivityTimeout },
    grants: (byUser.get(row.id) ?? []).map(({ permission, entityId }) => ({ permission, entityId })),
    custom: toShownCustom(screens, 'user', row.custom),
    revision: row.revision,
  }));
}

/** Locks the administrators, so that concurrent changes cannot remove the last two at once. */
export async function lockSysadmins(db: Queries): Promise<void> {
  await db
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.sysadmin, true))
    .orderBy(asc(appUser.id))
    .for('update');
}

/** Whether no enabled administrator with a password would be left without this user. */
export async function isLastSysadmin(db: Queries, id: number): Promise<boolean> {
  return (await countSysadmins(db, ne(appUser.id, id))) === 0;
}

/** @throws Refused `last_sysadmin` when no enabled administrator with a password is left */
export async function requireSysadmin(db: Queries): Promise<void> {
  if ((await countSysadmins(db)) === 0) throw new Refused('last_sysadmin');
}

async function countSysadmins(db: Queries, where?: SQL): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(appUser)
    .where(
      and(
        eq(appUser.sysadmin, true),
        eq(appUser.enabled, true),
        sql`${appUser.passwordHash} is not null`,
        isStandingUser(),
        where,
      ),
    );
  return row?.left ?? 0;
}
