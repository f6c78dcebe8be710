import { extname } from 'node:path';
import type { AttachmentRole } from '#api/contract/attachments.ts';
import type { UploadPurposeName } from '#api/contract/uploads.ts';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { attachment } from '../database/schema/attachments.ts';
import { wake } from '../jobs/wake.ts';
import { Refused } from '../refused.ts';
import { ownUpload, removeUpload, type UploadRow } from '../uploads/uploads.ts';

/** A complete upload of the caller's for this purpose, of the file that the form spells so. @throws Refused `invalid_input`, `upload_incomplete` */
export async function takeUpload(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  { field, purpose, chosen }: { field: string; purpose: UploadPurposeName; chosen: string },
  id: string | undefined,
): Promise<UploadRow> {
  const { name = '', size } = readChosenFile(chosen) ?? {};
  const gone = new Refused('invalid_input', {
    fields: { [field]: `The server no longer keeps ${name}. Choose the file again.` },
  });
  if (id === undefined) throw gone;
  const upload = await ownUpload(context, id).catch(() => {
    throw gone;
  });
  if (upload.purpose !== purpose || upload.name !== name || upload.size !== size) throw gone;
  if (upload.received !== upload.size) throw new Refused('upload_incomplete');
  return upload;
}

/** Keeps what was uploaded as a file of the automation. The job processes it. */
export async function keepUpload(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  scriptId: number,
  { role, chosen, upload }: { role: AttachmentRole; chosen: string; upload: UploadRow },
): Promise<void> {
  await db.insert(attachment).values({
    scriptId,
    role,
    chosen,
    uploadType: 'FILE',
    url: '',
    name: upload.name,
    extension: extname(upload.name).toLowerCase(),
    size: upload.size,
    sha256: '',
    uploadId: upload.id,
    scan: 'PROCESSING',
    skipScan: false,
    createdBy: signedIn(actor).userId,
    createdAt: now,
  });
  await removeUpload(db, upload.id);
  await wake('process_attachments')(db);
}
