import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundFailed, outboundFailure } from './outbound-failed.ts';

export interface Body {
  bytes: Buffer;
  /** The response went on beyond the bound and was not read further. */
  truncated: boolean;
}

/**
 * Reads a response's body up to `limit` bytes, counted after decompression, so a small compressed body cannot unfold
 * without end. With `keep` false the bytes are counted as they come and dropped. The rest of a longer body is never read.
 */
export function readResponse(
  response: IncomingMessage,
  limit: number,
  keep: boolean,
  signal: AbortSignal,
): Promise<Body> {
  return new Promise((resolve, reject) => {
    const decoder = keep ? decoderFor(response.headers['content-encoding']) : undefined;
    const source = decoder ?? response;
    const chunks: Buffer[] = [];
    let read = 0;

    const abort = () => finish(() => reject(signal.reason));
    function finish(settle: () => void) {
      signal.removeEventListener('abort', abort);
      for (const stream of decoder ? [response, decoder] : [response]) {
        stream.removeAllListeners('data').removeAllListeners('error');
        stream.on('error', () => undefined);
        stream.destroy();
      }
      settle();
    }
    const done = (truncated: boolean) => finish(() => resolve({ bytes: Buffer.concat(chunks), truncated }));

    signal.addEventListener('abort', abort, { once: true });
    source.on('data', (chunk: Buffer) => {
      const room = limit - read;
      read += chunk.length;
      if (keep && room > 0) chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (read > limit) done(true);
    });
    source.once('end', () => done(false));
    response.on('error', (error) => finish(() => reject(outboundFailure(error))));
    if (decoder) {
      decoder.on('error', (error) =>
        finish(() => reject(new OutboundFailed('bad_response', 'The response’s compressed body is damaged.', error))),
      );
      response.pipe(decoder);
    }
  });
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
