import { and, eq } from 'drizzle-orm';
import type { AttachmentRow } from '../attachments/attachments.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import { requireFields } from '../require-fields.ts';
import { uploadFile } from '../uploads/upload-files.ts';
import type { UploadRow } from '../uploads/uploads.ts';
import type { InstallInput } from './check-installer.ts';
import { iconWords } from './icon-words.ts';
import { keepUpload, takeUpload } from './take-upload.ts';

const field = '/customIcon';

/** Another icon, none, or the one that the automation has. */
type TakenIcon = { kind: 'kept' } | { kind: 'none' } | { kind: 'new'; chosen: string; upload: UploadRow };

/** The icon of an automation, if it has one. */
export async function iconOf(db: Queries, scriptId: number): Promise<AttachmentRow | undefined> {
  const [row] = await db.select().from(attachment).where(isIconOf(scriptId));
  return row;
}

function isIconOf(scriptId: number) {
  return and(eq(attachment.scriptId, scriptId), eq(attachment.role, 'ICON'));
}

/** The icon that the request names (F05-29). @throws Refused `invalid_input`, `upload_incomplete` */
export async function takeIcon(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  { customIcon: chosen, customIconUploadId }: Pick<InstallInput, 'customIcon' | 'customIconUploadId'>,
  stored: AttachmentRow | undefined,
): Promise<TakenIcon> {
  if (chosen === undefined || chosen === '') return { kind: 'none' };
  if (chosen === stored?.chosen) return { kind: 'kept' };
  const upload = await takeUpload(context, { field, purpose: 'installer-icon', chosen }, customIconUploadId);
  // Judged when it arrived; a server that stopped at that moment did not.
  const { dataDirectory } = context.services.settings;
  requireFields({ [field]: await iconWords(uploadFile(dataDirectory, upload.id)) });
  return { kind: 'new', chosen, upload };
}

export async function keepIcon(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  scriptId: number,
  taken: TakenIcon,
): Promise<void> {
  if (taken.kind === 'kept') return;
  await context.db.delete(attachment).where(isIconOf(scriptId));
  if (taken.kind === 'new') await keepUpload(context, scriptId, { role: 'ICON', ...taken });
}
