import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Me } from '#api/contract/session.ts';
import type { CallContext } from '../context.ts';
import { division } from '../database/schema/organizations.ts';
import { appUser, userGrant } from '../database/schema/users.ts';
import { securityKeyCount } from './mfa-methods.ts';

/** The signed-in user, in the shape of `Me`. */
export async function readMe(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  userId: number,
): Promise<Static<typeof Me>> {
  const [row] = await db
    .select({
      user: appUser,
      divisionName: division.name,
      snmpV3InDiscovery: division.snmpV3InDiscovery,
      securityKeys: securityKeyCount,
    })
    .from(appUser)
    .leftJoin(division, eq(division.id, 1))
    .where(eq(appUser.id, userId));
  if (!row) throw new Error(`The user ${userId} is gone`);
  const { user } = row;
  const grants = await db
    .selectDistinct({ permission: userGrant.permission })
    .from(userGrant)
    .where(eq(userGrant.userId, userId));
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    sysadmin: user.sysadmin,
    permissions: grants.map((grant) => grant.permission),
    language: user.language,
    timeZoneId: user.timeZoneId,
    theme: user.theme,
    recordsFlows: user.recordsFlows,
    totpEnabled: user.totpEnabledAt !== null,
    textPhone: user.textPhone,
    securityKeys: row.securityKeys,
    userInactivityTimeout: user.userInactivityTimeout,
    divisionName: row.divisionName ?? '',
    snmpV3InDiscovery: row.snmpV3InDiscovery ?? false,
    version: services.settings.version,
    gallery: services.settings.gallery,
    reporting: services.settings.reporting,
  };
}
