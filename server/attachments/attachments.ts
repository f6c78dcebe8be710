import { and, eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Attachment, ScanState, uploadStatuses } from '#api/contract/attachments.ts';
import type { Queries } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import { Refused } from '../refused.ts';

export type AttachmentRow = typeof attachment.$inferSelect;
type Reply = Static<typeof Attachment>;

/** Bytes of the largest image that a page shows. */
const MOST_PREVIEW = 10_000_000;

/** The installer itself, and no helper file. */
export const isRunnable = eq(attachment.role, 'RUNNABLE');

const mimeTypes: Readonly<Record<string, string>> = {
  '.msi': 'application/x-msi',
  '.msix': 'application/msix',
  '.exe': 'application/vnd.microsoft.portable-executable',
  '.dmg': 'application/x-apple-diskimage',
  '.pkg': 'application/vnd.apple.installer+xml',
  '.deb': 'application/vnd.debian.binary-package',
  '.sh': 'application/x-sh',
};

/** A file of an automation: its installer unless another is named. @throws Refused `not_found` */
export async function attachmentOf(db: Queries, scriptId: number, id?: string): Promise<AttachmentRow> {
  const [row] = await db
    .select()
    .from(attachment)
    .where(and(eq(attachment.scriptId, scriptId), id === undefined ? isRunnable : eq(attachment.id, id)));
  if (!row) throw new Refused('not_found');
  return row;
}

/** A file that devices and people may get. @throws Refused `attachment_infected`, `attachment_not_ready` */
export function requireHandedOut({ scan }: AttachmentRow): void {
  if (scan === 'INFECTED') throw new Refused('attachment_infected');
  if (scan === 'PROCESSING' || scan === 'FAILED') throw new Refused('attachment_not_ready');
}

/** An image that may be handed out, small enough for a page. */
export function isPreviewed({ uploadType, scan, imageType, size }: AttachmentRow): boolean {
  return uploadType === 'FILE' && statusOf(scan) === 'SUCCESS' && imageType !== '' && size <= MOST_PREVIEW;
}

/** A stored file whose scan failed, or that was stored while there was no scanner; one whose sender skipped the scan may be larger than a scanner takes. */
export function isScannable({ uploadType, scan, skipScan, sha256 }: AttachmentRow): boolean {
  if (uploadType !== 'FILE' || sha256 === '') return false;
  return scan === 'FAILED' || (scan === 'NOT_SCANNED' && !skipScan);
}

/** Why no device gets the file, in words; undefined when it may. */
export function obstacleOfFile({ role, name, scan, scanMessage }: AttachmentRow): string | undefined {
  const what = role === 'HELPER' ? `The helper file ${name}` : 'The installer';
  if (scan === 'INFECTED') return `${what} is infected: ${scanMessage}.`;
  if (scan === 'FAILED') return `${what} could not be scanned. ${scanMessage}`;
  return scan === 'PROCESSING' ? `${what} is still processed. Run it again later.` : undefined;
}

/** C19-01, C19-18 */
export function toAttachment(row: AttachmentRow): Reply {
  const { id, sha256, uploadType, url, scan, scanMessage, name, size, extension, imageType } = row;
  const mimeType = imageType || (mimeTypes[extension] ?? 'application/octet-stream');
  return {
    id,
    contentId: sha256,
    uploadType,
    url,
    uploadStatus: statusOf(scan),
    scan,
    scanMessage,
    scannable: isScannable(row),
    preview: isPreviewed(row),
    metadata: { name, mimeType, size, extension },
  };
}

/** C19-02 */
function statusOf(scan: ScanState): (typeof uploadStatuses)[number] {
  switch (scan) {
    case 'PROCESSING':
      return 'PROCESSING';
    case 'FAILED':
      return 'FAILURE';
    case 'INFECTED':
      return 'SUSPICIOUS';
    case 'CLEAN':
    case 'NOT_SCANNED':
      return 'SUCCESS';
    default:
      return unreachable(scan);
  }
}

function unreachable(scan: never): never {
  throw new Error(`there is no scan state ${String(scan)}`);
}
