import type { FastifyInstance, FastifyRequest } from 'fastify';
import { webcrypto } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findTooMuchText } from './json-text.ts';
import { Refused } from './handler.ts';

/** Up to here a body is parsed as soon as it is there: that takes less than a millisecond. */
const smallBytes = 32 * 1024;
/** From here on a call with `readsLargeBody` has the bytes instead. */
const largeBytes = 256 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    readsLargeBody?: boolean;
  }
}

/** A body that was not parsed: a thread does that, so that the server goes on meanwhile. */
export class LargeBody {
  constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    /** SHA-256 of the bytes, in hex. */
    readonly hash: string,
  ) {}
}

/** Reads JSON bodies. Larger ones wait for each other, and everything else has its turn in between. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  let last: Promise<unknown> = Promise.resolve();
  const ownTurn = (): Promise<unknown> => (last = last.then(() => nextTurn()));

  async function readLarger(request: FastifyRequest, body: Uint8Array<ArrayBuffer>): Promise<unknown> {
    if (request.routeOptions.config.readsLargeBody && body.length > largeBytes)
      return new LargeBody(body, await sha256(body));
    await ownTurn();
    const tooMuch = findTooMuchText(body);
    if (tooMuch !== undefined) throw new Refused('invalid_input', { fields: { '/': tooMuch } });
    return new Promise((resolve, reject) => {
      const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
      void parse(request, text, (error, parsed) => (error ? reject(error) : resolve(parsed)));
    });
  }

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer<ArrayBuffer>, done) => {
    if (body.length <= smallBytes) void parse(request, body.toString(), done);
    else readLarger(request, body).then((read) => done(null, read), done);
  });
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
