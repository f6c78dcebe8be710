import { desc, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { signedIn } from '../access/signed-in.ts';
import { isStandingUser } from '../access/visibility.ts';
import { personName } from '../accounts/person-name.ts';
import type { CallContext } from '../context.ts';
import { screenEdit } from '../database/schema/screens.ts';
import { appUser } from '../database/schema/users.ts';
import { withVisible } from './variants.ts';

/** Entries of a reply. */
const mostListed = 200;

/** Everyone's changes that are not published, the latest first; without variants of organizations that the user may not view. */
export async function listUnpublished(
  context: Pick<CallContext, 'db' | 'actor'>,
): Promise<ReplyOf<Catalogue['listScreenEdits']>> {
  const { userId } = signedIn(context.actor);
  const rows = await context.db
    .select({
      flow: screenEdit.flow,
      screen: screenEdit.screen,
      by: personName(),
      userId: screenEdit.userId,
      keptAt: screenEdit.keptAt,
    })
    .from(screenEdit)
    .innerJoin(appUser, eq(appUser.id, screenEdit.userId))
    .where(isStandingUser())
    .orderBy(desc(screenEdit.keptAt))
    .limit(mostListed);
  const visible = await withVisible(context, rows);
  return visible.map(({ userId: author, keptAt, ...edit }) => ({
    ...edit,
    isOwn: author === userId,
    keptAt: keptAt.toISOString(),
  }));
}
