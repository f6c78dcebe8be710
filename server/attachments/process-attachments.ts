import { open, rm } from 'node:fs/promises';
import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { ScanState } from '#api/contract/attachments.ts';
import type { Database } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import type { Live } from '../live/messages.ts';
import type { Settings } from '../settings.ts';
import { uploadFile } from '../uploads/upload-files.ts';
import { scanFile, type ScanResult } from './clamd.ts';
import { HEAD_BYTES, imageOf } from './image-of.ts';
import { hashFile, storedFile, storeFile } from './store.ts';

export interface Processing {
  database: Database;
  live: Pick<Live, 'announce'>;
  settings: Pick<Settings, 'dataDirectory' | 'clamd'>;
}

type Row = typeof attachment.$inferSelect;
type Found = Pick<Row, 'sha256' | 'scan' | 'scanMessage'> & { imageType?: string };

/** Pixels along a side, and in all, of the largest image that a page shows: each takes four bytes of a browser. */
const MOST_SIDE = 10_000;
const MOST_PIXELS = 40_000_000;

/** For the job: hashes, stores and scans the files that were uploaded, and scans those that are scanned again, one after the other. */
export async function processAttachments(processing: Processing): Promise<void> {
  for (;;) {
    const [row] = await processing.database
      .select()
      .from(attachment)
      .where(and(eq(attachment.scan, 'PROCESSING'), or(isNotNull(attachment.uploadId), ne(attachment.sha256, ''))))
      .orderBy(asc(attachment.createdAt))
      .limit(1);
    if (!row) return;
    const work = row.uploadId === null ? scanAgain : processUpload;
    await work(processing, row).catch(async (error: unknown) => {
      const scanMessage = `The server could not keep the file: ${error instanceof Error ? error.message : String(error)}`;
      await finish(processing, row, { sha256: '', scan: 'FAILED', scanMessage });
    });
  }
}

async function processUpload({ database, live, settings }: Processing, row: Row): Promise<void> {
  const { dataDirectory } = settings;
  const file = uploadFile(dataDirectory, row.uploadId ?? '');
  const told = await hashFile(file).catch((error: unknown) => String(error));
  if (typeof told === 'string' || told.size !== row.size) {
    const message = 'The uploaded file is no longer on the server. Upload it again.';
    await finish({ database, live }, row, { sha256: '', scan: 'FAILED', scanMessage: message });
    return;
  }
  // A crash begins again with the upload, which stays until the end is stored.
  const scanned = row.skipScan ? notScanned : await scanOf(settings, file);
  if (scanned.scan !== 'INFECTED') await storeFile(dataDirectory, file, told.sha256);
  const imageType = await imageTypeOf(file);
  await finish({ database, live }, row, { sha256: told.sha256, imageType, ...scanned });
  await rm(file, { force: true });
}

/** The stored file once more. It is kept by its contents: what is found in it is found in every automation that has it. */
async function scanAgain({ database, live, settings }: Processing, row: Row): Promise<void> {
  const { sha256 } = row;
  const file = storedFile(settings.dataDirectory, sha256);
  const told = await hashFile(file).catch((error: unknown) => String(error));
  if (typeof told === 'string' || told.sha256 !== sha256) {
    const message = 'The file is no longer on the server. Upload it again.';
    await finish({ database, live }, row, { sha256: '', scan: 'FAILED', scanMessage: message });
    return;
  }
  const scanned = await scanOf(settings, file);
  await finish({ database, live }, row, { sha256, ...scanned });
  if (scanned.scan !== 'INFECTED') return;
  await database.transaction(async (tx) => {
    const others = await tx
      .update(attachment)
      .set(scanned)
      .where(and(eq(attachment.sha256, sha256), eq(attachment.uploadType, 'FILE')))
      .returning({ scriptId: attachment.scriptId });
    await live.announce(tx, 'script', [...new Set(others.map(({ scriptId }) => scriptId))]);
  });
  await rm(file, { force: true });
}

const notScanned = { scan: 'NOT_SCANNED', scanMessage: '' } as const;

async function scanOf(
  { clamd }: Processing['settings'],
  file: string,
): Promise<{ scan: ScanState; scanMessage: string }> {
  if (clamd === undefined) return notScanned;
  const result: ScanResult = await scanFile(clamd, file);
  return { scan: result.state, scanMessage: 'message' in result ? result.message : '' };
}

async function imageTypeOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const image = imageOf(buffer.subarray(0, bytesRead));
    if (image === undefined || Math.max(image.width, image.height) > MOST_SIDE) return '';
    return image.width * image.height > MOST_PIXELS ? '' : image.type;
  } finally {
    await handle.close();
  }
}

/** A file that was replaced meanwhile has another row. */
async function finish(
  { database, live }: Pick<Processing, 'database' | 'live'>,
  { id, scriptId }: Row,
  found: Found,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .update(attachment)
      .set({ ...found, uploadId: null })
      .where(and(eq(attachment.id, id), eq(attachment.scan, 'PROCESSING')));
    await live.announce(tx, 'script', [scriptId]);
  });
}
