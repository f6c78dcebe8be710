import { and, asc, desc, eq, gt, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Draft } from '#api/contract/drafts.ts';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { draft } from '../database/schema/drafts.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import type { Secrets } from '../secrets.ts';
import { openSnapshot, sealSnapshot } from './sealed-snapshot.ts';
import { secretIn } from './secret-in.ts';

type DraftReply = Static<typeof Draft>;
type DraftInput = BodyOf<Catalogue['saveDraft']>;

const LARGEST_BYTES = 256 * 1024;
const KEPT_DAYS = 30;
/** Beyond this, the least recently saved drafts are dropped. */
const MOST_PER_USER = 200;

const isStored = (userId: number, now: Date) =>
  and(eq(draft.userId, userId), isNull(draft.removedAt), gt(draft.expiresAt, now));

/** A user's drafts, newest first. */
export async function listDrafts(
  db: Queries,
  userId: number,
  { flow, subject }: { flow?: string; subject?: string },
  now: Date,
): Promise<Omit<DraftReply, 'snapshot'>[]> {
  const rows = await db
    .select({
      id: draft.id,
      flow: draft.flow,
      title: draft.title,
      subject: draft.subject,
      state: draft.state,
      screenVersions: draft.screenVersions,
      revision: draft.revision,
      updatedAt: draft.updatedAt,
    })
    .from(draft)
    .where(
      and(
        isStored(userId, now),
        flow === undefined ? undefined : eq(draft.flow, flow),
        subject === undefined ? undefined : eq(draft.subject, subject),
      ),
    )
    .orderBy(desc(draft.updatedAt), asc(draft.id));
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}

/** @throws Refused `not_found`, also for another user's */
export async function readDraft(
  db: Queries,
  secrets: Pick<Secrets, 'open'>,
  userId: number,
  id: string,
  now: Date,
): Promise<DraftReply> {
  const [row] = await db
    .select()
    .from(draft)
    .where(and(isStored(userId, now), eq(draft.id, id)));
  if (!row) throw new Refused('not_found');
  const { flow, title, subject, state, screenVersions, snapshot, revision } = row;
  return {
    id,
    flow,
    title,
    subject,
    state,
    screenVersions,
    snapshot: snapshot && openSnapshot(snapshot, secrets),
    revision,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * Stores a draft if `base` is the stored revision, or if none is stored. Any other write, including a repeated one, changes nothing; a draft
 * that was dropped or finished cannot be restored. @throws Refused `conflict`, `invalid_input`, `payload_too_large`
 */
export async function saveDraft(
  db: Queries,
  { screens, secrets }: { screens: ScreenLibrary; secrets: Pick<Secrets, 'seal'> },
  userId: number,
  id: string,
  input: DraftInput,
  now: Date,
): Promise<{ revision: string; updatedAt: string; changed: boolean }> {
  refuseUnfit(screens, input);
  const values = {
    flow: input.flow,
    title: input.title,
    subject: input.subject ?? null,
    state: input.state,
    screenVersions: input.screenVersions,
    snapshot: sealSnapshot(input.snapshot, secrets),
    revision: input.revision,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + KEPT_DAYS * 24 * 3600 * 1000),
  };
  const [written] = await db
    .insert(draft)
    .values({ id, userId, createdAt: now, ...values })
    .onConflictDoUpdate({
      target: [draft.userId, draft.id],
      set: values,
      setWhere: sql`${draft.revision} = ${input.base ?? null}::uuid and ${draft.removedAt} is null and ${draft.flow} = ${input.flow}`,
    })
    .returning({ revision: draft.revision, updatedAt: draft.updatedAt });
  if (written) {
    await dropBeyondMost(db, userId, now);
    return { revision: written.revision, updatedAt: written.updatedAt.toISOString(), changed: true };
  }
  const [stored] = await db
    .select({ revision: draft.revision, updatedAt: draft.updatedAt, removedAt: draft.removedAt, flow: draft.flow })
    .from(draft)
    .where(and(eq(draft.userId, userId), eq(draft.id, id)));
  if (!stored || stored.removedAt || stored.flow !== input.flow) throw new Refused('conflict');
  return { revision: stored.revision, updatedAt: stored.updatedAt.toISOString(), changed: false };
}

function refuseUnfit(screens: ScreenLibrary, input: DraftInput): void {
  requireFields({ '/flow': screens.flows().includes(input.flow) ? undefined : 'There is no flow of this name.' });
  if (Buffer.byteLength(JSON.stringify(input.snapshot ?? null)) > LARGEST_BYTES) throw new Refused('payload_too_large');
  const secret = secretIn(screens, input.flow, input.snapshot);
  requireFields({ '/snapshot': secret && `A draft must not hold the secret ${secret}.` });
}

async function dropBeyondMost(db: Queries, userId: number, now: Date): Promise<void> {
  const newest = db
    .select({ id: draft.id })
    .from(draft)
    .where(isStored(userId, now))
    .orderBy(desc(draft.updatedAt), desc(draft.id))
    .limit(MOST_PER_USER);
  await db.delete(draft).where(and(isStored(userId, now), notInArray(draft.id, newest)));
}

/** Drops a draft: erases its content immediately and keeps a tombstone, so that a late save cannot restore it. */
export async function removeDraft(db: Queries, userId: number, id: string, now: Date): Promise<boolean> {
  const removed = await db
    .update(draft)
    .set({ snapshot: null, title: '', removedAt: now })
    .where(and(eq(draft.userId, userId), eq(draft.id, id), isNull(draft.removedAt)))
    .returning({ id: draft.id });
  return removed.length > 0;
}

/** For the nightly clean-up. */
export async function dropOldDrafts(db: Queries, now: Date): Promise<void> {
  await db.delete(draft).where(lt(draft.expiresAt, now));
}
