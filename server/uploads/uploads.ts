import { statfs } from 'node:fs/promises';
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Upload, uploadCalls, UploadPurpose } from '#api/contract/uploads.ts';
import { spellChosenFile } from '#engine/vocabulary/chosen-file.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { upload, uploadPiece } from '../database/schema/uploads.ts';
import { Refused } from '../refused.ts';
import { requireAnswers } from '../require-fields.ts';
import type { Secrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { purposes } from './purposes.ts';
import { uploadFile, writePiece } from './upload-files.ts';

export type UploadRow = typeof upload.$inferSelect;
type Purpose = Static<typeof UploadPurpose>;

/** An upload is kept for so long after it was announced, in milliseconds: a person may go on with it tomorrow. */
const keptMs = 24 * 3_600_000;
/** Uploads of one person; the oldest goes. An installer has an icon and up to five helper files, and all are sent before any is used up. */
const mostUploads = 8;

/** @throws Refused `forbidden`; `invalid_input` in the words of the screen that asks for the file */
export async function createUpload(
  { db, actor, now, services }: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  { purpose, name, size }: Static<typeof uploadCalls.createUpload.body>,
): Promise<Static<typeof Upload>> {
  const { userId } = signedIn(actor);
  if (!holds(actor, purposes[purpose].permission)) throw new Refused('forbidden');
  requireFitting(services.screens, purpose, { name, size });
  if (purposes[purpose].onDisk) await requireRoom(services.settings.dataDirectory, size);
  await dropOldest(db, userId);
  const [made] = await db
    .insert(upload)
    .values({ userId, purpose, name, size, createdAt: now, expiresAt: new Date(now.getTime() + keptMs) })
    .returning();
  if (!made) throw new Error('The upload was not stored');
  return uploadReply(made);
}

function requireFitting(
  screens: ScreenLibrary,
  purpose: Purpose,
  { name, size }: { name: string; size: number },
): void {
  const { asked, given } = purposes[purpose];
  const { flow, screen, field, several } = asked;
  const pointer = several ? `/${field}/0` : `/${field}`;
  const chosen = spellChosenFile({ name, size, modified: 0 });
  if (name.trim() === '') throw new Refused('invalid_input', { fields: { '/name': 'Required' } });
  const found = screens.check(flow, screen, {
    ...given,
    [field]: several ? [chosen] : chosen,
  });
  requireAnswers(found.filter((error) => error.pointer === pointer).map((error) => ({ ...error, pointer: '/size' })));
}

/** Bytes that an upload leaves free for the database. */
const SPARE = 1024 ** 3;

/** @throws Refused `invalid_input` when the disk cannot hold the file */
async function requireRoom(dataDirectory: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDirectory);
  if (bavail * bsize < size + SPARE)
    throw new Refused('invalid_input', { fields: { '/size': 'The disk of the server has no room for this file' } });
}

/** The upload of this id, for whoever sends it alone. @throws Refused `not_found` */
export async function ownUpload(
  { db, actor, now }: { db: Queries; actor: Actor; now: Date },
  id: string,
): Promise<UploadRow> {
  const userId = actor.kind === 'user' ? actor.userId : 0;
  const [found] = await db
    .select()
    .from(upload)
    .where(and(eq(upload.id, id), eq(upload.userId, userId)));
  if (!found || found.expiresAt <= now) throw new Refused('not_found');
  return found;
}

interface Keeping {
  database: Queries;
  secrets: Pick<Secrets, 'sealBytes'>;
  settings: Pick<Settings, 'dataDirectory'>;
}

/**
 * Keeps the next piece of a file. Nothing locks the upload: of two who send the same place, the first moves its end, and the other
 * is told so. @throws Refused `upload_offset_wrong`
 */
export async function keepPiece(
  { database, secrets, settings }: Keeping,
  { id, at, purpose, last }: { id: string; at: number; purpose: Purpose; last: boolean },
  parts: readonly Buffer[],
): Promise<void> {
  const { onDisk } = purposes[purpose];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  await database.transaction(async (tx) => {
    // The bytes are on the disk before the database says so. A computer that fails may forget the ends of some pieces, never what a piece
    // holds: the sender goes on from an earlier one.
    if (onDisk && !last) await tx.execute(sql`set local synchronous_commit = off`);
    const moved = await tx
      .update(upload)
      .set({ received: at + length })
      .where(and(eq(upload.id, id), eq(upload.received, at)))
      .returning({ id: upload.id });
    if (moved.length === 0) throw new Refused('upload_offset_wrong');
    // Written under the row's lock, so that of two pieces for one place the refused one changes nothing.
    if (onDisk) await writePiece(uploadFile(settings.dataDirectory, id), at, parts);
    else await tx.insert(uploadPiece).values({ uploadId: id, at, sealed: secrets.sealBytes(Buffer.concat(parts)) });
  });
}

/** Judges the bytes of a file that is complete, and lets go of one that is wrong. @throws Refused `invalid_input` */
export async function judgeUpload(
  { database, settings }: Pick<Keeping, 'database' | 'settings'>,
  { id, purpose }: Pick<UploadRow, 'id' | 'purpose'>,
): Promise<void> {
  const words = await purposes[purpose].judge?.(uploadFile(settings.dataDirectory, id));
  if (words === undefined) return;
  await removeUpload(database, id);
  throw new Refused('invalid_input', { fields: { '/size': words } });
}

/** All bytes of a file. @throws Refused `upload_incomplete` */
export async function readWhole(
  db: Queries,
  secrets: Pick<Secrets, 'openBytes'>,
  { id, size, received }: UploadRow,
): Promise<Buffer> {
  if (received !== size) throw new Refused('upload_incomplete');
  const pieces = await db.select().from(uploadPiece).where(eq(uploadPiece.uploadId, id)).orderBy(asc(uploadPiece.at));
  return Buffer.concat(pieces.map(({ sealed }) => secrets.openBytes(sealed)));
}

export async function removeUpload(db: Queries, id: string): Promise<void> {
  await db.delete(upload).where(eq(upload.id, id));
}

export function uploadReply({ id, purpose, name, size, received, expiresAt }: UploadRow): Static<typeof Upload> {
  return { id, purpose, name, size, received, expiresAt: expiresAt.toISOString() };
}

async function dropOldest(db: Queries, userId: number): Promise<void> {
  const old = await db
    .select({ id: upload.id })
    .from(upload)
    .where(eq(upload.userId, userId))
    .orderBy(desc(upload.createdAt))
    .offset(mostUploads - 1);
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await db.delete(upload).where(inArray(upload.id, ids));
}

/** For the clean-up. */
export async function dropOldUploads(db: Queries, now: Date): Promise<void> {
  await db.delete(upload).where(lt(upload.expiresAt, now));
}
