import { and, eq, sql } from 'drizzle-orm';
import type { ClientConfig } from 'pg';
import { isStandingUser } from '../access/visibility.ts';
import { linkTo, RESET_MINUTES } from '../accounts/forgotten-password.ts';
import { makeLink } from '../accounts/invitations.ts';
import { readMethods } from '../accounts/mfa-methods.ts';
import { clearSecondFactors } from '../accounts/second-factor.ts';
import { endSessions } from '../accounts/sessions.ts';
import { listUsers } from '../accounts/users.ts';
import { connect } from '../database/connect.ts';
import type { Queries } from '../database/database.ts';
import { requireSchema } from '../database/migrate.ts';
import { appUser } from '../database/schema/users.ts';
import { announce } from '../live/messages.ts';
import { createScreens } from '../screens/screens.ts';
import type { Settings } from '../settings.ts';
import { auditedChange } from './audited.ts';
import { userTable } from './user-table.ts';
import { CommandRefused, withDatabase } from './with-database.ts';

export const ADMIN_USAGE = 'npm run admin -- reset-password EMAIL | reset-second-factor EMAIL | list-users';

type Command = (settings: Settings, connection: ClientConfig, email: string) => Promise<string>;

const commands: Record<string, Command> = {
  'reset-password': resetPassword,
  'reset-second-factor': removeSecondFactor,
  'list-users': printUsers,
};

/** `npm run admin -- …`: lets people in again whom no administrator can help. Answers what to print. @throws CommandRefused */
export async function administer(settings: Settings, [name = '', email = '']: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || (command !== printUsers && email === '')) throw new CommandRefused(`Usage: ${ADMIN_USAGE}`);
  return withDatabase(settings, async (connection) => {
    await requireSchema(connection, settings.root);
    return command(settings, connection, email);
  });
}

async function resetPassword(settings: Settings, connection: ClientConfig, email: string): Promise<string> {
  let words = '';
  await auditedChange(settings, connection, async (db, now) => {
    const user = await lockByEmail(db, email);
    if (!user.enabled) {
      throw new CommandRefused(`${user.email} is disabled. An administrator must enable the account first.`);
    }
    const token = await makeLink(db, user.id, 'RESET', now, RESET_MINUTES);
    words = [
      `Open this link to choose a new password for ${user.email}. It works once, for ${RESET_MINUTES} minutes:`,
      linkTo(settings.publicUrl, token),
      ...((await readMethods(db, user)).length > 0
        ? ['The account keeps its second factor; reset-second-factor removes it.']
        : []),
    ].join('\n');
    const summary = `Made a password reset link for ${user.email}`;
    return { action: 'PASSWORD_RESET_REQUESTED', entityType: 'USER', entityId: user.id, summary };
  });
  return words;
}

async function removeSecondFactor(settings: Settings, connection: ClientConfig, email: string): Promise<string> {
  let words = '';
  await auditedChange(settings, connection, async (db, now) => {
    const user = await lockByEmail(db, email);
    if ((await readMethods(db, user)).length === 0) throw new CommandRefused(`${user.email} has no second factor.`);
    await clearSecondFactors(db, user.id, now);
    await endSessions(db, user.id);
    await announce(db, 'session', [user.id]);
    await announce(db, 'user', [user.id]);
    words = `Removed the second factor of ${user.email} and ended its sessions: the password alone signs in now.`;
    const summary = `Removed the second factor of ${user.email}`;
    return { action: 'SECOND_FACTOR_RESET', entityType: 'USER', entityId: user.id, summary };
  });
  return words;
}

async function printUsers(_settings: Settings, connection: ClientConfig): Promise<string> {
  const { pool, database } = connect(connection, () => undefined, { connections: 1 });
  try {
    return userTable(await listUsers({ db: database, services: { screens: createScreens() } }));
  } finally {
    await pool.end();
  }
}

async function lockByEmail(db: Queries, email: string): Promise<typeof appUser.$inferSelect> {
  const [user] = await db
    .select()
    .from(appUser)
    .where(and(eq(sql`lower(${appUser.email})`, email.trim().toLowerCase()), isStandingUser()))
    .for('update');
  if (!user) throw new CommandRefused(`No user has the email ${email}. See npm run admin -- list-users.`);
  return user;
}
