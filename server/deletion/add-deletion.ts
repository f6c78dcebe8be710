import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { undoMinutes } from '#api/contract/deletion.ts';
import { signedIn } from '../access/signed-in.ts';
import type { WriteContext } from '../context.ts';
import { deletion, type DeletionKind } from '../database/schema/deletion.ts';

export type Plan = ReplyOf<Catalogue['planOrganizationDeletion']>;
export type Deleted = ReplyOf<Catalogue['removeOrganization']>;

/** Stores a deletion, with whose id the caller marks what it deletes. */
export async function addDeletion(
  { db, actor, now }: WriteContext,
  kind: DeletionKind,
  name: string,
): Promise<Deleted> {
  const { name: deletedBy } = signedIn(actor);
  const purgeAt = new Date(now.getTime() + undoMinutes * 60_000);
  const [row] = await db
    .insert(deletion)
    .values({ kind, name, deletedBy, deletedAt: now, purgeAt })
    .returning({ id: deletion.id });
  if (!row) throw new Error('The deletion was not stored');
  return { resultCode: 'SUCCESS', deletionId: row.id, name, undoUntil: purgeAt.toISOString() };
}
