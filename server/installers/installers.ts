import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { AttachmentUse, reviewStates } from '#api/contract/attachments.ts';
import { addressMs, signAddress } from '../attachments/signed-url.ts';
import {
  attachmentOf,
  isPreviewed,
  requireHandedOut,
  toAttachment,
  type AttachmentRow,
} from '../attachments/attachments.ts';
import type { CallContext } from '../context.ts';
import { attachment } from '../database/schema/attachments.ts';
import { script } from '../database/schema/script.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { requireCategories } from '../scripts/categories.ts';
import { holdsForAll } from '../scripts/category-access.ts';
import { requirePermission, type ScriptRow } from '../scripts/scripts.ts';
import { insertAutomation, ownAutomation, readableAutomation, updateAutomation } from '../scripts/store-automation.ts';
import { addVersion } from '../scripts/versions.ts';
import { checkInstaller, type InstallInput } from './check-installer.ts';
import { iconOf, keepIcon, takeIcon } from './icon.ts';
import { helpersOf, keepHelpers, takeHelpers } from './helper-files.ts';
import { checkSteps } from './install-steps.ts';
import { keepAttachment, takeFile } from './take-file.ts';

export type InstallReply = ReplyOf<Catalogue['readInstallAutomation']>;
type Reading = Pick<CallContext, 'db' | 'actor'>;

/** @throws Refused `not_found` */
export async function readInstaller(context: Reading, id: number): Promise<InstallReply> {
  const row = await readableAutomation(context, id, 'binary_install');
  return toReply(row, await attachmentOf(context.db, id), await besideOf(context.db, id));
}

/** F05-33, before a file is sent. @throws Refused `invalid_input`, `forbidden`, `not_found` */
export async function requireInstallable(
  context: Pick<CallContext, 'db' | 'actor'>,
  { id, name, categoriesIds }: { id?: number; name: string; categoriesIds: readonly number[] },
): Promise<void> {
  await requireCategories(context.db, categoriesIds);
  if (id === undefined) requirePermission(context, 'SCRIPT_CATEGORY:Create', categoriesIds);
  else await ownAutomation(context, id, 'binary_install');
  const [same] = await context.db
    .select({ id: script.id })
    .from(script)
    .where(and(sql`lower(${script.name}) = lower(${name.trim()})`, id === undefined ? undefined : ne(script.id, id)));
  if (same) throw new Refused('invalid_input', { fields: { '/name': 'This name already exists' } });
}

/** @throws Refused `invalid_input`, `forbidden`, `upload_incomplete` */
export async function addInstaller(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: InstallInput,
): Promise<InstallReply> {
  const taken = await takeFile(context, body, undefined);
  const input = checkInstaller(context.services, body, taken.file);
  const steps = await checkSteps(context, body, body.operatingSystems[0]);
  const helpers = await takeHelpers(context, body, []);
  const icon = await takeIcon(context, body, undefined);
  const row = await insertAutomation(context, { ...input, ...steps }, 'binary_install');
  await addVersion(context, row.id, '');
  await keepHelpers(context, row.id, [], helpers);
  await keepIcon(context, row.id, icon);
  return toReply(row, await keepAttachment(context, row.id, body, taken), await besideOf(context.db, row.id));
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input`, `upload_incomplete` */
export async function saveInstaller(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: InstallInput,
): Promise<InstallReply> {
  const { db } = context;
  const stored = await ownAutomation(context, id, 'binary_install');
  const kept = await attachmentOf(db, id);
  const taken = await takeFile(context, body, kept);
  const input = checkInstaller(context.services, body, taken.file);
  const steps = await checkSteps(context, body, body.operatingSystems[0]);
  const before = await helpersOf(db, id);
  const helpers = await takeHelpers(context, body, before);
  const icon = await takeIcon(context, body, await iconOf(db, id));
  const row = await updateAutomation(context, stored, { ...input, ...steps }, () => readInstaller(context, id));
  if (!taken.kept || helpers.changed) await addVersion(context, id, '');
  await keepHelpers(context, id, before, helpers);
  await keepIcon(context, id, icon);
  const file = taken.kept ? kept : await keepAttachment(context, id, body, taken);
  return toReply(row, file, await besideOf(db, id));
}

/** What the form spells of the files beside the installer. */
async function besideOf(db: CallContext['db'], id: number): Promise<Beside> {
  const helpers = await helpersOf(db, id);
  return { helperFiles: helpers.map(({ chosen }) => chosen), customIcon: (await iconOf(db, id))?.chosen ?? null };
}

/** F05-36. @throws Refused `not_found` */
export async function readAttachments(
  context: Reading & Pick<CallContext, 'services'>,
  id: number,
): Promise<ReplyOf<Catalogue['readInstallAttachments']>> {
  await readableAutomation(context, id, 'binary_install');
  const icon = await iconOf(context.db, id);
  return {
    runnableAttachment: toAttachment(await attachmentOf(context.db, id)),
    helperAttachments: (await helpersOf(context.db, id)).map(toAttachment),
    customIconAttachment: icon === undefined ? null : toAttachment(icon),
    hasScanner: context.services.settings.clamd !== undefined,
  };
}

/** C19-06, C19-07, C19-15. @throws Refused `not_found`, `invalid_input`, `attachment_infected`, `attachment_not_ready` */
export async function signInstaller(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
  { attachmentId, use = 'download' }: { attachmentId?: string; use?: AttachmentUse },
): Promise<ReplyOf<Catalogue['signAttachment']>> {
  await readableAutomation(context, id, 'binary_install');
  const row = await attachmentOf(context.db, id, attachmentId);
  requireHandedOut(row);
  const expires = new Date(context.now.getTime() + addressMs);
  if (use === 'preview' && !isPreviewed(row))
    throw new Refused('invalid_input', { fields: { '/use': 'This file is no image that a page can show' } });
  const signedUrl = row.uploadType === 'URL' ? row.url : signAddress(context.services.secrets, row.id, expires, use);
  return { signedUrl, expiresAt: expires.toISOString() };
}

/** C12-05, C12-15: the latest first, as far as the caller may read them. */
export async function listReviewed(
  { db, actor }: Reading,
  status: (typeof reviewStates)[number],
): Promise<ReplyOf<Catalogue['listMalwareScans']>> {
  const uploadedBy = personName();
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

interface Beside {
  helperFiles: string[];
  customIcon: string | null;
}

function toReply(row: ScriptRow, file: AttachmentRow, { helperFiles, customIcon }: Beside): InstallReply {
  const { id, revision, name, description, categoriesIds, operatingSystems, architecture, defaultRunAs: runAs } = row;
  const { scriptParameters, useFirstParametersOptionAsDefault, defaultTimeout } = row;
  const { preExecutionScript, postExecutionScript } = row;
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
    helperFiles,
    keptHelperFiles: helperFiles,
    customIcon,
    keptCustomIcon: customIcon,
    preExecutionScript,
    postExecutionScript,
  };
}
