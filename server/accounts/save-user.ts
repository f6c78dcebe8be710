import { and, eq } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import { isPermissionName } from '../access/permissions.ts';
import { isStandingUser } from '../access/visibility.ts';
import { judgeAnswers, mergeCustom } from '../custom/custom-fields.ts';
import type { Queries } from '../database/database.ts';
import { appUser, userGrant, type StoredUserContent } from '../database/schema/users.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';
import { isShownGrant } from './shown-grants.ts';

export type UserInput = BodyOf<Catalogue['addUser']>;

/** Default content of a new user (C16-05). */
export const newContent: StoredUserContent = {
  permissions: { ticketCrud: [] },
  runOnlyScriptCategories: [],
  notification: { email: true },
};

type StoredUser = Pick<typeof appUser.$inferSelect, 'sysadmin' | 'custom'>;
const newUser: StoredUser = { sysadmin: false, custom: {} };

/** Validates the body against the screens of the flow `user`. @throws Refused `invalid_input` with a message for each field */
export function checkedUser(
  { services: { screens } }: Pick<CallContext, 'services'>,
  body: UserInput,
  { sysadmin, custom: stored } = newUser,
): Omit<UserInput, 'custom'> & { custom: CustomFields } {
  const { custom: given, ...named } = body;
  const input = {
    ...named,
    firstName: body.firstName.trim(),
    lastName: body.lastName.trim(),
    email: body.email.trim(),
  };
  const person = { ...screens.get('user', 'person').defaults, ...input };
  const permissions = { ticketCrud: [...new Set(body.content?.permissions?.ticketCrud)] };
  // An administrator is not asked for permissions.
  const answers = { person, ...((input.sysadmin ?? sysadmin) ? {} : { permissions }) };
  requireAnswers(
    judgeAnswers(screens, 'user', { answers, given, stored }),
    // The screen groups the permissions, so it cannot validate the body's flat list.
    (input.grants ?? []).flatMap(({ permission }, index) =>
      isPermissionName(permission)
        ? []
        : [
            {
              pointer: `/grants/${index}/permission`,
              keyword: 'enum',
              message: 'There is no permission of this name.',
            },
          ],
    ),
  );
  return { ...input, custom: mergeCustom(stored, given) };
}

/** Merges the body's content into the stored content. */
export function contentWith(before: StoredUserContent, given: UserInput['content'] = {}): StoredUserContent {
  const { permissions, runOnlyScriptCategories, notification } = given;
  return {
    permissions: permissions ? { ticketCrud: [...new Set(permissions.ticketCrud)] } : before.permissions,
    runOnlyScriptCategories: runOnlyScriptCategories
      ? [...new Set(runOnlyScriptCategories)]
      : before.runOnlyScriptCategories,
    notification: notification ?? before.notification,
  };
}

/** The columns that a body changes; omitted fields keep their value. */
export function userColumns(input: ReturnType<typeof checkedUser>) {
  return {
    custom: input.custom,
    firstName: input.firstName,
    lastName: input.lastName,
    email: input.email,
    ...(input.sysadmin !== undefined && { sysadmin: input.sysadmin }),
    ...(input.enabled !== undefined && { enabled: input.enabled }),
    ...(input.userType !== undefined && { userType: input.userType }),
    ...(input.userInactivityTimeout !== undefined && { userInactivityTimeout: input.userInactivityTimeout }),
  };
}

/** Replaces a user's grants; duplicates are ignored. */
export async function setGrants(db: Queries, userId: number, grants: UserInput['grants']): Promise<void> {
  if (!grants) return;
  // Those of organizations marked for deletion are not shown, and hold again when that is undone.
  await db.delete(userGrant).where(and(eq(userGrant.userId, userId), isShownGrant));
  if (grants.length === 0) return;
  await db
    .insert(userGrant)
    .values(grants.map(({ permission, entityId }) => ({ userId, permission, entityId: entityId ?? null })))
    .onConflictDoNothing();
}

/** Runs a write of `app_user`. @throws Refused `EMAIL_ALREADY_IN_USE` (C16-10) */
export async function withUniqueEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'app_user_email') throw error;
    throw new Refused('EMAIL_ALREADY_IN_USE', {
      fields: { '/email': 'Another user has this email address.' },
      cause: error,
    });
  }
}

const standing = (id: number) => and(eq(appUser.id, id), isStandingUser());

/** The user's row. @throws Refused `not_found` */
export async function readStoredUser(db: Queries, id: number): Promise<typeof appUser.$inferSelect> {
  const [row] = await db.select().from(appUser).where(standing(id));
  if (!row) throw new Refused('not_found');
  return row;
}

/** The user's row, locked until the transaction ends. @throws Refused `not_found` */
export async function lockUser(db: Queries, id: number): Promise<typeof appUser.$inferSelect> {
  const [row] = await db.select().from(appUser).where(standing(id)).for('update');
  if (!row) throw new Refused('not_found');
  return row;
}
