import { eq } from 'drizzle-orm';
import { attachmentOf, isScannable } from '../attachments/attachments.ts';
import type { CallContext } from '../context.ts';
import { attachment } from '../database/schema/attachments.ts';
import { wake } from '../jobs/wake.ts';
import { Refused } from '../refused.ts';
import { ownAutomation } from '../scripts/store-automation.ts';

/**
 * Puts a stored file back under review and scans it again.
 * @throws Refused `not_found`, `forbidden`, `attachment_not_scannable`, `scanner_missing`
 */
export async function scanAgain(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  id: number,
  attachmentId: string,
): Promise<{ automation: string; file: string }> {
  const { db, services } = context;
  // Under its lock, nobody replaces the file meanwhile.
  const { name } = await ownAutomation(context, id, 'binary_install');
  const row = await attachmentOf(db, id, attachmentId);
  if (!isScannable(row)) throw new Refused('attachment_not_scannable');
  if (services.settings.clamd === undefined) throw new Refused('scanner_missing');
  await db.update(attachment).set({ scan: 'PROCESSING', scanMessage: '' }).where(eq(attachment.id, row.id));
  await wake('process_attachments')(db);
  return { automation: name, file: row.name };
}
