import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { reviewStates } from '#api/contract/attachments.ts';
import { signedIn } from '../access/signed-in.ts';
import { addressMs, signAddress } from '../attachments/signed-url.ts';
import { attachmentOf, requireHandedOut, toAttachment, type AttachmentRow } from '../attachments/attachments.ts';
import type { CallContext } from '../context.ts';
import { attachment } from '../database/schema/attachments.ts';
import { script } from '../database/schema/script.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { requireCategories } from '../scripts/categories.ts';
import { holdsForAll } from '../scripts/category-access.ts';
import { named, ownScript, requirePermission, type ScriptRow } from '../scripts/scripts.ts';
import { addVersion } from '../scripts/versions.ts';
import { checkInstaller, type InstallInput } from './check-installer.ts';
import { keepAttachment, takeFile } from './take-file.ts';

export type InstallReply = ReplyOf<Catalogue['readInstallAutomation']>;
type Reading = Pick<CallContext, 'db' | 'actor'>;
const isInstaller = eq(script.language, 'binary_install');

/** @throws Refused `not_found` */
export async function readInstaller(context: Reading, id: number): Promise<InstallReply> {
  const row = await readableInstaller(context, id);
  return toReply(row, await attachmentOf(context.db, id));
}

/** F05-33, before a file is sent. @throws Refused `invalid_input`, `forbidden`, `not_found` */
export async function requireInstallable(
  context: CallContext,
  { id, name, categoriesIds }: { id?: number; name: string; categoriesIds: readonly number[] },
): Promise<void> {
  await requireCategories(context.db, categoriesIds);
  if (id === undefined) requirePermission(context, 'SCRIPT_CATEGORY:Create', categoriesIds);
  else await ownInstaller(context, id);
  const [same] = await context.db
    .select({ id: script.id })
    .from(script)
    .where(and(sql`lower(${script.name}) = lower(${name.trim()})`, id === undefined ? undefined : ne(script.id, id)));
  if (same) throw new Refused('invalid_input', { fields: { '/name': 'This name already exists' } });
}

/** @throws Refused `invalid_input`, `forbidden`, `upload_incomplete` */
export async function addInstaller(context: CallContext, body: InstallInput): Promise<InstallReply> {
  const { db, now } = context;
  const taken = await takeFile(context, body, undefined);
  const input = checkInstaller(context.services, body, taken.file);
  await requireCategories(db, input.categoriesIds);
  requirePermission(context, 'SCRIPT_CATEGORY:Create', input.categoriesIds);
  const { userId } = signedIn(context.actor);
  const base = { language: 'binary_install' as const, scriptVariables: [], version: 0, createdAt: now, updatedAt: now };
  const [row] = await named(() =>
    db
      .insert(script)
      .values({ ...input, ...base, createdBy: userId, updatedBy: userId })
      .returning(),
  );
  if (!row) throw new Error('The automation was not stored');
  await addVersion(context, row.id, '');
  return toReply(row, await keepAttachment(context, row.id, body, taken));
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input`, `upload_incomplete` */
export async function saveInstaller(context: CallContext, id: number, body: InstallInput): Promise<InstallReply> {
  const { db, now } = context;
  const stored = await ownInstaller(context, id);
  const kept = await attachmentOf(db, id);
  const taken = await takeFile(context, body, kept);
  const input = checkInstaller(context.services, body, taken.file);
  const { revision } = stored;
  await requireRevision(context, { entityType: 'SCRIPT', id, revision, current: () => readInstaller(context, id) });
  await requireCategories(db, input.categoriesIds);
  // Nobody puts an automation where they could not have added it.
  const added = input.categoriesIds.filter((category) => !stored.categoriesIds.includes(category));
  requirePermission(context, 'SCRIPT_CATEGORY:Create', added);
  const updated = {
    revision: nextRevision(script.revision),
    updatedBy: signedIn(context.actor).userId,
    updatedAt: now,
  };
  const [row] = await named(() =>
    db
      .update(script)
      .set({ ...input, ...updated })
      .where(eq(script.id, id))
      .returning(),
  );
  if (!row) throw new Refused('not_found');
  if (taken.kept) return toReply(row, kept);
  await addVersion(context, id, '');
  return toReply(row, await keepAttachment(context, id, body, taken));
}

/** F05-36. @throws Refused `not_found` */
export async function readAttachments(
  context: Reading,
  id: number,
): Promise<ReplyOf<Catalogue['readInstallAttachments']>> {
  await readableInstaller(context, id);
  return { runnableAttachment: toAttachment(await attachmentOf(context.db, id)) };
}

/** C19-07, C19-15. @throws Refused `not_found`, `attachment_infected`, `attachment_not_ready` */
export async function signInstaller(context: CallContext, id: number): Promise<ReplyOf<Catalogue['signAttachment']>> {
  await readableInstaller(context, id);
  const row = await attachmentOf(context.db, id);
  requireHandedOut(row);
  const expires = new Date(context.now.getTime() + addressMs);
  const signedUrl = row.uploadType === 'URL' ? row.url : signAddress(context.services.secrets, row.id, expires);
  return { signedUrl, expiresAt: expires.toISOString() };
}

/** C12-05, C12-15: the latest first, as far as the caller may read them. */
export async function listReviewed(
  { db, actor }: Reading,
  status: (typeof reviewStates)[number],
): Promise<ReplyOf<Catalogue['listMalwareScans']>> {
  const uploadedBy = sql<string>`coalesce(trim(${appUser.firstName} || ' ' || ${appUser.lastName}), '')`;
  const rows = await db
    .select({ script, attachment, uploadedBy })
    .from(attachment)
    .innerJoin(script, eq(script.id, attachment.scriptId))
    .leftJoin(appUser, eq(appUser.id, attachment.createdBy))
    .where(eq(attachment.scan, status))
    .orderBy(desc(attachment.createdAt));
  return rows
    .filter((row) => holdsForAll(actor, 'SCRIPT_CATEGORY:View', row.script.categoriesIds))
    .map((row) => ({
      id: row.script.id,
      name: row.script.name,
      attachment: toAttachment(row.attachment),
      uploadedBy: row.uploadedBy,
      uploadedAt: row.attachment.createdAt.toISOString(),
    }));
}

async function readableInstaller({ db, actor }: Reading, id: number): Promise<ScriptRow> {
  const [row] = await db
    .select()
    .from(script)
    .where(and(eq(script.id, id), isInstaller));
  if (!row || !holdsForAll(actor, 'SCRIPT_CATEGORY:View', row.categoriesIds)) throw new Refused('not_found');
  return row;
}

/** Under a lock, to be changed. @throws Refused `not_found`, `forbidden` */
async function ownInstaller(context: CallContext, id: number): Promise<ScriptRow> {
  const row = await ownScript(context, id, 'SCRIPT_CATEGORY:Update');
  if (row.language !== 'binary_install') throw new Refused('not_found');
  return row;
}

function toReply(row: ScriptRow, file: AttachmentRow): InstallReply {
  const { id, revision, name, description, categoriesIds, operatingSystems, architecture, defaultRunAs: runAs } = row;
  const { scriptParameters, useFirstParametersOptionAsDefault, defaultTimeout } = row;
  const isFile = file.uploadType === 'FILE';
  return {
    id,
    revision,
    name,
    description,
    categoriesIds,
    operatingSystems,
    architecture,
    runAs,
    uploadType: file.uploadType,
    url: isFile ? null : file.url,
    sha256: isFile || file.sha256 === '' ? null : file.sha256,
    attachmentId: isFile ? file.id : null,
    fileName: isFile ? file.name : null,
    skipScan: file.skipScan,
    scriptParameters,
    useFirstParametersOptionAsDefault,
    defaultTimeout,
  };
}
