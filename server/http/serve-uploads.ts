import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { largestPiece, uploadPath, type UploadPurposeName } from '#api/contract/uploads.ts';
import type { Services } from '../services.ts';
import { signedIn } from '../access/signed-in.ts';
import { Refused } from '../refused.ts';
import { judgeUpload, keepPiece, ownUpload } from '../uploads/uploads.ts';
import { purposes } from '../uploads/purposes.ts';
import { requestSecondsOf, steadyBody } from './steady-body.ts';
import { actorOf, requireOwnOrigin, requirePermission } from './gate.ts';
import { createPlaces } from './upload-places.ts';

/** Bytes that are kept at once: what arrived before a connection broke is not sent again. A file on the disk is synced for each. */
const keptAtOnce = { inDatabase: 256 * 1024, onDisk: largestPiece } as const;
/** Pieces of one person: a file of 4 GiB has 512, and more than 160 MB/s would meet it with the third such file. */
const rate = { max: 1200, seconds: 60 };
const version = '1.0.0';
const mediaType = 'application/offset+octet-stream';
export const uploadRoute = `/api${uploadPath}`;

interface OfUpload {
  Params: { id: string };
}

/**
 * The bytes of uploads by the tus protocol 1.0 (https://tus.io/protocols/resumable-upload), its core alone: HEAD says how many have
 * arrived, PATCH sends more. `createUpload` announces an upload, `removeUpload` ends one.
 */
export function serveUploads(app: FastifyInstance, services: Services, rateLimits: boolean): void {
  const takePlace = createPlaces();
  app.addContentTypeParser(mediaType, (_request, _payload, done) => done(null));
  const gate = async (request: FastifyRequest) => {
    requireOwnOrigin(request, services.settings);
    request.actor = await actorOf(request, services);
    requirePermission({ permission: 'session', method: 'PATCH' }, request.actor, new Date());
    if (request.headers['tus-resumable'] !== version) throw new Refused('upload_version_unknown');
  };
  const uploadOf = ({ params, actor }: FastifyRequest<OfUpload>) =>
    ownUpload({ db: services.database, actor, now: new Date() }, uuidIn(params.id));
  const said = (reply: FastifyReply, offset: number) =>
    reply.header('tus-resumable', version).header('upload-offset', offset).header('cache-control', 'no-store');

  app.head<OfUpload>(uploadRoute, { onRequest: gate }, async (request, reply) => {
    const { received, size } = await uploadOf(request);
    return said(reply, received).header('upload-length', size).code(200).send();
  });

  // The plugin counts after the gate, which says who sends.
  const rateLimit = {
    max: rate.max,
    timeWindow: rate.seconds * 1000,
    keyGenerator: ({ actor }: FastifyRequest) => String(signedIn(actor).userId),
    errorResponseBuilder: (_request: FastifyRequest, context: { ttl: number }) =>
      new Refused('rate_limited', { retryAfter: context.ttl / 1000 }),
  };
  const config = rateLimits ? { rateLimit } : {};
  app.patch<OfUpload>(uploadRoute, { onRequest: gate, config }, async (request, reply) => {
    const leave = takePlace(signedIn(request.actor).userId);
    try {
      return said(reply, await takePiece(request))
        .code(204)
        .send();
    } finally {
      leave();
    }
  });

  /** Answers where the next piece begins. */
  async function takePiece(request: FastifyRequest<OfUpload>): Promise<number> {
    const { headers, raw } = request;
    if (headers['content-type'] !== mediaType) throw new Refused('unsupported_media_type');
    const { id, purpose, received, size } = await uploadOf(request);
    if (headers['upload-offset'] !== String(received)) throw new Refused('upload_offset_wrong');
    if (Number(headers['content-length'] ?? 0) > Math.min(largestPiece, size - received))
      throw new Refused('payload_too_large');
    const most = Math.min(largestPiece, size - received);
    const body = steadyBody(raw, requestSecondsOf(services.settings));
    const end = await keepBody(services, { id, purpose, at: received, most, size }, body);
    if (end === size) await judgeUpload(services, { id, purpose });
    return end;
  }
}

/** Keeps what arrives. A connection that breaks leaves what had arrived. Answers where the next piece begins. */
async function keepBody(
  services: Services,
  { id, purpose, at, most, size }: { id: string; purpose: UploadPurposeName; at: number; most: number; size: number },
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const keepFrom = purposes[purpose].onDisk ? keptAtOnce.onDisk : keptAtOnce.inDatabase;
  let end = at;
  let held: Buffer[] = [];
  let length = 0;
  const keep = async () => {
    if (length === 0) return;
    const parts = held;
    const next = end + length;
    held = [];
    length = 0;
    await keepPiece(services, { id, purpose, at: end, last: next === size }, parts);
    end = next;
  };
  try {
    for await (const part of body) {
      if (end + length + part.length > at + most) throw new Refused('payload_too_large');
      held.push(part);
      length += part.length;
      if (length >= keepFrom) await keep();
    }
  } catch (error) {
    if (!(error instanceof Refused) || error.code === 'upload_stalled') await keep();
    throw error;
  }
  await keep();
  return end;
}

/** PostgreSQL refuses what is no UUID with an error of its own. @throws Refused `not_found` */
function uuidIn(id: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Refused('not_found');
  return id;
}
