import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundFailed, outboundFailure } from './outbound-failed.ts';
import { bytesText } from './quantities.ts';

export interface Body {
  bytes: Buffer;
  /** Received bytes of the body, kept or not. */
  read: number;
  /** The body exceeded the limit, and the rest was not read. */
  truncated: boolean;
}

/** Receives a body chunk by chunk, before any of it is dropped. */
export interface BodyWatcher {
  take(chunk: Buffer): void;
  /** It has found what it looks for; the rest of a long body is not needed. */
  readonly satisfied: boolean;
}

export interface Reading {
  /** Bytes to read, and how many of the first to keep. Counted after decompression. */
  limit: number;
  keep: number;
  watcher?: BodyWatcher | undefined;
  /** Bytes to read while the watcher is not satisfied. */
  watchedLimit: number;
  signal: AbortSignal;
}

/**
 * Reads a response's body up to `limit` bytes, as protection against decompression bombs. If nobody keeps or
 * watches the bytes, they are counted without decompression. The rest of a longer body is never read.
 */
export function readResponse(
  response: IncomingMessage,
  { limit, keep, watcher, watchedLimit, signal }: Reading,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const decoder = keep > 0 || watcher ? decoderFor(response.headers['content-encoding']) : undefined;
    const source = decoder ?? response;
    const chunks: Buffer[] = [];
    let read = 0;
    let received = 0;

    const abort = () => finish(() => reject(cutShort(signal.reason, response, received)));
    function finish(settle: () => void) {
      signal.removeEventListener('abort', abort);
      for (const stream of decoder ? [response, decoder] : [response]) {
        stream.removeAllListeners('data').removeAllListeners('error');
        stream.on('error', () => undefined);
        stream.destroy();
      }
      settle();
    }
    const done = (truncated: boolean) => finish(() => resolve({ bytes: Buffer.concat(chunks), read, truncated }));

    signal.addEventListener('abort', abort, { once: true });
    if (decoder) response.on('data', (chunk: Buffer) => (received += chunk.length));
    source.on('data', (chunk: Buffer) => {
      if (!decoder) received += chunk.length;
      if (keep > read) chunks.push(chunk.length > keep - read ? chunk.subarray(0, keep - read) : chunk);
      const most = watcher && !watcher.satisfied ? watchedLimit : limit;
      watcher?.take(chunk.length > watchedLimit - read ? chunk.subarray(0, watchedLimit - read) : chunk);
      read += chunk.length;
      if (read <= (watcher?.satisfied ? limit : most)) return;
      read = Math.min(read, most);
      done(true);
    });
    source.once('end', () => done(false));
    response.on('error', (error) => finish(() => reject(cutShort(outboundFailure(error), response, received))));
    if (decoder) {
      decoder.on('error', (error) =>
        finish(() => reject(new OutboundFailed('bad_response', 'The response’s compressed body is damaged.', error))),
      );
      response.pipe(decoder);
    }
  });
}

/** Adds the received size to the message of an interrupted body; returns other failures unchanged. */
function cutShort(reason: unknown, response: IncomingMessage, received: number): unknown {
  if (!(reason instanceof OutboundFailed)) return reason;
  const whole = Number(response.headers['content-length']);
  const came =
    Number.isFinite(whole) && response.headers['content-length'] !== undefined
      ? `${received} of ${whole} bytes came`
      : `${bytesText(received)} came`;
  if (reason.code === 'connection_reset')
    return new OutboundFailed(
      reason.code,
      `The target closed the connection before the response was complete (${came}).`,
      reason,
    );
  if (reason.code === 'timed_out' && reason.limit !== undefined)
    return new OutboundFailed(reason.code, `The response was not complete within ${reason.limit} (${came}).`, reason);
  return reason;
}

function decoderFor(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      // Unknown and stacked encodings are not decoded.
      return undefined;
  }
}
