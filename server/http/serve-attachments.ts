import { open } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { eq } from 'drizzle-orm';
import { attachmentPath, type AttachmentUse } from '#api/contract/attachments.ts';
import { isPreviewed, requireHandedOut, type AttachmentRow } from '../attachments/attachments.ts';
import { isOpenAddress } from '../attachments/signed-url.ts';
import { storedFile } from '../attachments/store.ts';
import { attachment } from '../database/schema/attachments.ts';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';

/** Downloads at a time: each holds a file and a connection for as long as its network needs. */
const MOST_DOWNLOADS = 64;
/** Milliseconds of the longest download. */
const LONGEST_MS = 60 * 60_000;
export const attachmentRoute = attachmentPath(':id');
export const previewRoute = attachmentPath(':id', 'preview');

interface Asked {
  Params: { id: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

/**
 * The bytes of a file, for whoever has a signed address that has not expired: a browser after `signAttachment`, or the device that runs
 * it. A file that is infected or not ready is never sent, whatever the address says.
 */
export function serveAttachments(app: FastifyInstance, services: Services): void {
  const { database, settings } = services;
  const downloads = { running: 0 };

  async function send(row: AttachmentRow, reply: FastifyReply) {
    if (downloads.running >= MOST_DOWNLOADS) throw new Refused('rate_limited', { retryAfter: 10 });
    const file = await open(storedFile(settings.dataDirectory, row.sha256)).catch(() => {
      throw new Refused('not_found');
    });
    downloads.running += 1;
    const late = setTimeout(() => reply.raw.destroy(), LONGEST_MS);
    reply.raw.once('close', () => {
      clearTimeout(late);
      downloads.running -= 1;
    });
    return reply.header('content-length', row.size).send(file.createReadStream({ start: 0 }));
  }

  async function rowOf({ params: { id }, query }: FastifyRequest<Asked>, use: AttachmentUse): Promise<AttachmentRow> {
    const { expires, signature } = query;
    if (typeof expires !== 'string' || typeof signature !== 'string') throw new Refused('not_found');
    if (!isOpenAddress(services.secrets, { id, use, expires, signature }, new Date()))
      throw new Refused('attachment_link_expired');
    const [row] = await database.select().from(attachment).where(eq(attachment.id, id));
    if (!row || row.uploadType !== 'FILE') throw new Refused('not_found');
    requireHandedOut(row);
    return row;
  }

  app.get<Asked>(attachmentRoute, { exposeHeadRoute: false }, async (request, reply) => {
    const row = await rowOf(request, 'download');
    reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`)
      .header('cache-control', 'no-store');
    return send(row, reply);
  });

  // C19-06. Its type is that of its bytes (`image-of.ts`); opened by itself it is an image in a sandbox, and nothing runs.
  app.get<Asked>(previewRoute, { exposeHeadRoute: false }, async (request, reply) => {
    const row = await rowOf(request, 'preview');
    if (!isPreviewed(row)) throw new Refused('not_found');
    reply
      .header('content-type', row.imageType)
      .header('content-disposition', 'inline')
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, max-age=600');
    return send(row, reply);
  });
}
