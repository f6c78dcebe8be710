import { sql } from 'drizzle-orm';
import type { MfaType } from '#api/contract/mfa.ts';
import type { Queries } from '../database/database.ts';
import { appUser, securityKey } from '../database/schema/users.ts';

/** How many security keys the user of the row has. Names are qualified by hand: see `credentials.ts`. */
export const securityKeyCount = sql<number>`(select count(*)::int from ${securityKey} where ${securityKey}."user_id" = ${appUser}."id")`;

/** The second factors of a user (F19-04); none without one. */
export function methodsOf({ totpEnabledAt, textPhone, securityKeys }: Factors & { securityKeys: number }): MfaType[] {
  return [
    ...(securityKeys > 0 ? (['U2F_TOKEN'] as const) : []),
    ...(totpEnabledAt ? (['TOTP'] as const) : []),
    ...(textPhone === null ? [] : (['SMSOTP'] as const)),
  ];
}

/** The second factors that stand in the row of a user. */
type Factors = Pick<typeof appUser.$inferSelect, 'totpEnabledAt' | 'textPhone'>;

/** The same of a user whose keys were not read yet. */
export async function readMethods(db: Queries, user: Factors & { id: number }): Promise<MfaType[]> {
  const securityKeys = await countKeys(db, user.id);
  return methodsOf({ ...user, securityKeys });
}

export async function countKeys(db: Queries, userId: number): Promise<number> {
  return db.$count(securityKey, sql`${securityKey.userId} = ${userId}`);
}
