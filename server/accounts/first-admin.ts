import { sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { division } from '../database/schema/organizations.ts';
import { appUser } from '../database/schema/users.ts';
import { isTimeZone } from '../division/time-zones.ts';
import { Refused } from '../refused.ts';
import type { OwnTransactions } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';
import { requireStrongPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { newContent } from './save-user.ts';
import { startSession } from './sign-in.ts';

/** Arbitrary constant: the advisory lock that serializes set-up across processes. */
const SETUP_LOCK = 74_200_001;

type Reply = ReplyOf<Catalogue['setUp']>;

/** Creates the division and its first administrator, once. @throws Refused `not_found` when a user exists already */
export async function setUp(context: OwnTransactions, body: BodyOf<Catalogue['setUp']>): Promise<Reply> {
  const { services, now } = context;
  if (!services.setup.matches(body.token)) throw new Refused('setup_token_incorrect');

  const email = body.email.trim();
  const firstName = body.firstName.trim();
  const lastName = body.lastName.trim();
  const name = body.divisionName.trim();
  const account = { email, firstName, lastName, password: body.password, confirm: body.password };
  requireAnswers(
    // `requireStrongPassword` below checks the password and refuses it with its own error code.
    services.screens.check('first-run', 'account', account).filter(({ pointer }) => pointer !== '/password'),
    services.screens.check('first-run', 'division', { divisionName: name }),
  );
  requireStrongPassword(body.password, email, '/password');
  // Default to the server's time zone; an administrator can change it.
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const passwordHash = await hashPassword(body.password);
  return context.transaction(async (tx) => {
    const { db } = tx;
    await db.execute(sql`select pg_advisory_xact_lock(${SETUP_LOCK})`);
    if (!(await services.setup.isOpen(db))) throw new Refused('not_found');
    await db
      .insert(division)
      .values({ name, ...(isTimeZone(here) && { timeZoneId: here }), createdAt: now, updatedAt: now });
    const [user] = await db
      .insert(appUser)
      .values({
        email,
        firstName,
        lastName,
        passwordHash,
        sysadmin: true,
        content: { ...newContent, permissions: { ticketCrud: ['READ', 'CREATE', 'UPDATE', 'DELETE'] } },
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!user) throw new Error('The first administrator was not stored');
    await tx.audit({
      action: 'SET_UP',
      entityType: 'DIVISION',
      entityId: 1,
      summary: `Set up “${name}”`,
      actor: { userId: user.id, name: `${firstName} ${lastName}` },
    });
    tx.afterCommit(() => services.setup.close());
    return { resultCode: 'SUCCESS', user: await startSession(tx, user, false) };
  });
}
