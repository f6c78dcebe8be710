import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Attachment, ScanState, uploadStatuses } from '#api/contract/attachments.ts';
import type { Queries } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import { Refused } from '../refused.ts';

export type AttachmentRow = typeof attachment.$inferSelect;
type Reply = Static<typeof Attachment>;

const mimeTypes: Readonly<Record<string, string>> = {
  '.msi': 'application/x-msi',
  '.msix': 'application/msix',
  '.exe': 'application/vnd.microsoft.portable-executable',
  '.dmg': 'application/x-apple-diskimage',
  '.pkg': 'application/vnd.apple.installer+xml',
  '.deb': 'application/vnd.debian.binary-package',
  '.sh': 'application/x-sh',
};

/** The file of an automation. @throws Refused `not_found` */
export async function attachmentOf(db: Queries, scriptId: number): Promise<AttachmentRow> {
  const [row] = await db.select().from(attachment).where(eq(attachment.scriptId, scriptId));
  if (!row) throw new Refused('not_found');
  return row;
}

/** A file that devices and people may get. @throws Refused `attachment_infected`, `attachment_not_ready` */
export function requireHandedOut({ scan }: AttachmentRow): void {
  if (scan === 'INFECTED') throw new Refused('attachment_infected');
  if (scan === 'PROCESSING' || scan === 'FAILED') throw new Refused('attachment_not_ready');
}

/** Why no device gets the file, in words; undefined when it may. */
export function obstacleOfFile({ scan, scanMessage }: AttachmentRow): string | undefined {
  if (scan === 'INFECTED') return `The installer is infected: ${scanMessage}.`;
  if (scan === 'FAILED') return `The installer could not be scanned. ${scanMessage}`;
  return scan === 'PROCESSING' ? 'The installer is still processed. Run it again later.' : undefined;
}

/** C19-01, C19-18 */
export function toAttachment(row: AttachmentRow): Reply {
  const { id, sha256, uploadType, url, scan, scanMessage, name, size, extension } = row;
  return {
    id,
    contentId: sha256,
    uploadType,
    url,
    uploadStatus: statusOf(scan),
    scan,
    scanMessage,
    metadata: { name, mimeType: mimeTypes[extension] ?? 'application/octet-stream', size, extension },
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
