import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refused } from '../refused.ts';
import { findTooMuchText } from './json-text.ts';

/** Bodies up to this size are parsed immediately: that takes less than a millisecond. */
const smallBytes = 32 * 1024;

/** Reads JSON bodies. Parses larger ones one at a time, and yields to the event loop in between. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  let last: Promise<unknown> = Promise.resolve();
  const ownTurn = (): Promise<unknown> => (last = last.then(() => nextTurn()));

  app.addContentTypeParser('application/json', (request, payload: FastifyRequest['raw'], done) => {
    readBytes(request, payload, (body) => {
      if (body instanceof Error) return done(body);
      if (body.length <= smallBytes) return void parse(request, body.toString(), done);
      const parseInTurn = () => {
        const tooMuch = findTooMuchText(body);
        if (tooMuch !== undefined) return done(new Refused('invalid_input', { fields: { '/': tooMuch } }));
        return void parse(request, body.toString(), done);
      };
      void ownTurn().then(parseInTurn);
    });
  });
}

type Read = (result: Error | Buffer) => void;

/** Copies each chunk as it arrives. */
function readBytes({ headers, routeOptions }: FastifyRequest, payload: FastifyRequest['raw'], done: Read): void {
  const limit = routeOptions.bodyLimit;
  const declared = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if ((declared ?? 0) > limit) return done(new Refused('payload_too_large'));
  // The system allocates these pages only when they are written.
  let whole = Buffer.allocUnsafeSlow(declared ?? smallBytes);
  let length = 0;

  const end = (result: Parameters<Read>[0]) => {
    payload.off('data', take).off('end', finish).off('error', fail);
    done(result);
  };
  const take = (part: Buffer) => {
    if (length + part.length > limit) return end(new Refused('payload_too_large'));
    if (length + part.length > whole.length) whole = grow(whole, length + part.length);
    whole.set(part, length);
    length += part.length;
  };
  const finish = () => {
    if (declared !== undefined && length !== declared) return fail();
    end(whole.subarray(0, length));
  };
  const fail = (cause?: Error) =>
    end(new Refused('invalid_input', { cause, fields: { '/': 'The request ended before its body' } }));
  payload.on('data', take).on('end', finish).on('error', fail);
}

function grow(from: Buffer<ArrayBuffer>, least: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(least, 2 * from.length));
  larger.set(from);
  return larger;
}
