import { eq } from 'drizzle-orm';
import { join } from 'node:path';
import type { Queries } from '../database/database.ts';
import { attachment } from '../database/schema/attachments.ts';
import { upload } from '../database/schema/uploads.ts';
import { dropUnknownFiles } from '../uploads/upload-files.ts';

/** For the clean-up: removes files that no automation and no upload names. */
export async function dropOldFiles(db: Queries, dataDirectory: string, now = new Date()): Promise<void> {
  await dropUnknownFiles(
    join(dataDirectory, 'uploads'),
    async (id) => {
      if (!/^[0-9a-f-]{36}$/.test(id)) return false;
      const [sent] = await db.select({ id: upload.id }).from(upload).where(eq(upload.id, id));
      const [taken] = await db.select({ id: attachment.id }).from(attachment).where(eq(attachment.uploadId, id));
      return sent !== undefined || taken !== undefined;
    },
    now,
  );
  await dropUnknownFiles(
    join(dataDirectory, 'files'),
    async (sha256) => {
      const [used] = await db
        .select({ id: attachment.id })
        .from(attachment)
        .where(eq(attachment.sha256, sha256))
        .limit(1);
      return used !== undefined;
    },
    now,
  );
}
