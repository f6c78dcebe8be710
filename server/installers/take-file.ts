import { extname } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { isRunnable, type AttachmentRow } from '../attachments/attachments.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { attachment } from '../database/schema/attachments.ts';
import { wake } from '../jobs/wake.ts';
import { Refused } from '../refused.ts';
import { ownUpload, removeUpload, type UploadRow } from '../uploads/uploads.ts';
import type { InstallInput } from './check-installer.ts';

interface Taken {
  /** The file of the automation, as its screen judges it; none for an address. */
  file: { name: string; size: number } | undefined;
  upload?: UploadRow;
  /** The automation keeps what it has. */
  kept: boolean;
}

const GONE = 'The server no longer keeps what was uploaded. Upload the file again.';

/** The file that the request names: an upload of the caller's, or the one that the automation has. @throws Refused `invalid_input`, `upload_incomplete` */
export async function takeFile(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  { uploadType, uploadId, attachmentId, url = '', sha256 = '', skipScan = false }: InstallInput,
  stored: AttachmentRow | undefined,
): Promise<Taken> {
  if (uploadType === 'URL') {
    const same = stored?.uploadType === 'URL' && stored.url === url.trim() && stored.sha256 === sha256.toLowerCase();
    return { file: undefined, kept: same };
  }
  if (uploadId === undefined) {
    if (stored === undefined || attachmentId === undefined) return { file: undefined, kept: false };
    if (attachmentId !== stored.id || stored.skipScan !== skipScan) throw wrong('Choose an installer file');
    return { file: stored, kept: true };
  }
  const upload = await ownUpload(context, uploadId).catch(() => {
    throw wrong(GONE);
  });
  // Which of the two decides the size, and the screen judges that again with the flag of this request.
  if (upload.purpose !== 'installer' && upload.purpose !== 'large-installer') throw wrong(GONE);
  if (upload.received !== upload.size) throw new Refused('upload_incomplete');
  return { file: upload, upload, kept: false };
}

function wrong(message: string): Refused {
  return new Refused('invalid_input', { fields: { '/file': message } });
}

/** Keeps the file in place of the one before. What was uploaded is processed by the job. */
export async function keepAttachment(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  scriptId: number,
  { uploadType, url = '', sha256 = '', skipScan = false }: InstallInput,
  { upload }: Taken,
): Promise<AttachmentRow> {
  await db.delete(attachment).where(and(eq(attachment.scriptId, scriptId), isRunnable));
  const address = url.trim();
  const name = upload?.name ?? nameIn(address);
  const [row] = await db
    .insert(attachment)
    .values({
      scriptId,
      uploadType,
      url: uploadType === 'URL' ? address : '',
      name,
      extension: extname(name).toLowerCase(),
      size: upload?.size ?? 0,
      sha256: uploadType === 'URL' ? sha256.toLowerCase() : '',
      uploadId: upload?.id ?? null,
      scan: uploadType === 'URL' ? 'NOT_SCANNED' : 'PROCESSING',
      skipScan: uploadType === 'FILE' && skipScan,
      createdBy: signedIn(actor).userId,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error('The attachment was not stored');
  if (upload) {
    await removeUpload(db, upload.id);
    await wake('process_attachments')(db);
  }
  return row;
}

/** The last part of the path of an address. */
function nameIn(address: string): string {
  const part = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part).slice(0, 255);
  } catch {
    return part.slice(0, 255);
  }
}
