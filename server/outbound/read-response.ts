import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundFailed, outboundFailure } from './outbound-failed.ts';
import { bytesText } from './quantities.ts';

export interface Body {
  bytes: Buffer;
  /** Bytes of the body that came, kept or not. */
  read: number;
  /** The response went on beyond the bound and was not read further. */
  truncated: boolean;
}

/** Hears of a body as it comes, before anything of it is dropped. */
export interface BodyWatcher {
  take(chunk: Buffer): void;
  /** It has what it looks for: the rest of a long body is of no interest. */
  readonly satisfied: boolean;
}

export interface Reading {
  /** Bytes that are read, and how many of the first are kept. All count after decompression. */
  limit: number;
  keep: number;
  watcher?: BodyWatcher | undefined;
  /** Bytes that are read while the watcher is not satisfied. */
  watchedLimit: number;
  signal: AbortSignal;
}

/**
 * Reads a response's body up to `limit` bytes, so that a small compressed body cannot unfold without end. Bytes that nobody keeps or
 * watches are counted as they come. The rest of a longer body is never read.
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

/** A body that broke off says how much of it came; another failure stays as it is. */
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
      // Unknown and stacked encodings are kept as they came.
      return undefined;
  }
}
