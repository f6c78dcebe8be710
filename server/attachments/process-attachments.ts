import { rm } from 'node:fs/promises';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { ScanState } from '#api/contract/attachments.ts';
import type { Database } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import type { Live } from '../live/messages.ts';
import type { Settings } from '../settings.ts';
import { uploadFile } from '../uploads/upload-files.ts';
import { scanFile, type ScanResult } from './clamd.ts';
import { hashFile, storeFile } from './store.ts';

export interface Processing {
  database: Database;
  live: Pick<Live, 'announce'>;
  settings: Pick<Settings, 'dataDirectory' | 'clamd'>;
}

type Row = typeof attachment.$inferSelect;

/** For the job: hashes, stores and scans the files that were uploaded, one after the other. */
export async function processAttachments(processing: Processing): Promise<void> {
  for (;;) {
    const [row] = await processing.database
      .select()
      .from(attachment)
      .where(and(eq(attachment.scan, 'PROCESSING'), isNotNull(attachment.uploadId)))
      .orderBy(asc(attachment.createdAt))
      .limit(1);
    if (!row) return;
    await processOne(processing, row).catch(async (error: unknown) => {
      const scanMessage = `The server could not keep the file: ${error instanceof Error ? error.message : String(error)}`;
      await finish(processing, row, { sha256: '', scan: 'FAILED', scanMessage });
    });
  }
}

async function processOne({ database, live, settings }: Processing, row: Row): Promise<void> {
  const { dataDirectory } = settings;
  const file = uploadFile(dataDirectory, row.uploadId ?? '');
  const told = await hashFile(file).catch((error: unknown) => String(error));
  if (typeof told === 'string' || told.size !== row.size) {
    const message = 'The uploaded file is no longer on the server. Upload it again.';
    await finish({ database, live }, row, { sha256: '', scan: 'FAILED', scanMessage: message });
    return;
  }
  // A crash begins again with the upload, which stays until the end is stored.
  const scanned = await scanOf(settings, row, file);
  if (scanned.scan !== 'INFECTED') await storeFile(dataDirectory, file, told.sha256);
  await finish({ database, live }, row, { sha256: told.sha256, ...scanned });
  await rm(file, { force: true });
}

async function scanOf(
  { clamd }: Processing['settings'],
  { skipScan }: Row,
  file: string,
): Promise<{ scan: ScanState; scanMessage: string }> {
  if (skipScan || clamd === undefined) return { scan: 'NOT_SCANNED', scanMessage: '' };
  const result: ScanResult = await scanFile(clamd, file);
  return { scan: result.state, scanMessage: 'message' in result ? result.message : '' };
}

/** A file that was replaced meanwhile has another row. */
async function finish(
  { database, live }: Pick<Processing, 'database' | 'live'>,
  { id, scriptId }: Row,
  found: { sha256: string; scan: ScanState; scanMessage: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .update(attachment)
      .set({ ...found, uploadId: null })
      .where(and(eq(attachment.id, id), eq(attachment.scan, 'PROCESSING')));
    await live.announce(tx, 'script', [scriptId]);
  });
}
