import { DetailedError, Upload } from 'tus-js-client';
import { CallFailed } from './call-failed.ts';
import { refusalFrom, untilSignedIn } from './client.ts';
import type { ErrorCode } from './contract/errors.ts';
import { idleHeader } from './contract/idle-header.ts';
import { largestPiece, uploadPath } from './contract/uploads.ts';
import { idleSeconds } from './idle.ts';

/** Bytes of one request: the server waits for its disk once for each. What arrived of one that breaks is not sent again. */
const PIECE = largestPiece;

export interface FileSending {
  /** Pauses, or goes on with what the server does not have yet. */
  pause(paused: boolean): void;
  /** Fulfilled once the server has the whole file. Fails with `CallFailed`; never after the signal was aborted. */
  readonly sent: Promise<void>;
}

export interface SendOptions {
  signal: AbortSignal;
  /** Seconds between two tries after a connection that broke, and how many in a row. */
  retries: { seconds: number; most: number };
  /** Bytes that were sent, of all. */
  onProgress(sent: number, total: number): void;
  /** A try failed; the next one follows. */
  onRetry(failure: CallFailed, count: number): void;
}

/** Sends the bytes of an upload that `createUpload` announced, from where the server stands, by the tus protocol. */
export function sendFile(id: string, file: File, { signal, retries, onProgress, onRetry }: SendOptions): FileSending {
  let paused = false;
  let resolve: () => void;
  let reject: (failure: CallFailed) => void;
  const sent = new Promise<void>((...settle) => ([resolve, reject] = settle));
  /** Refusals in a row that say when to come again. */
  let turns = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** Waits longer each time: 10 tries of 10 seconds are 9 minutes, and the slowest piece that the server takes has ended by then. */
  const waitForTurn = (failure: CallFailed): void => {
    turns += 1;
    onRetry(failure, turns);
    waiting = setTimeout(start, turns * Math.max(retries.seconds, failure.retryAfter ?? 0) * 1000);
  };
  const fail = async (error: Error): Promise<void> => {
    const failure = failureOf(error);
    if (failure.code === 'rate_limited' && turns < retries.most) {
      if (!paused && !signal.aborted) waitForTurn(failure);
    } else if (failure.code === 'not_signed_in' && (await untilSignedIn())) start();
    else if (!signal.aborted) reject(failure);
  };
  const upload = new Upload(file, {
    uploadUrl: new URL(`api${uploadPath.replace(':id', encodeURIComponent(id))}`, document.baseURI).href,
    chunkSize: PIECE,
    retryDelays: Array.from({ length: retries.most }, () => retries.seconds * 1000),
    storeFingerprintForResuming: false,
    onBeforeRequest(request) {
      const idle = idleSeconds();
      if (idle > 0) request.setHeader(idleHeader, String(idle));
    },
    onProgress,
    onChunkComplete: () => void (turns = 0),
    onShouldRetry(error, attempt) {
      const failure = failureOf(error);
      // The delays of the library are fixed, and the server says how long to wait.
      if (failure.code === 'rate_limited') return false;
      const retry = failure.retry || failure.code === 'upload_offset_wrong' || failure.code === 'upload_stalled';
      if (retry) onRetry(failure, attempt + 1);
      return retry;
    },
    onError: (error) => void fail(error),
    onSuccess: () => resolve(),
  });
  const start = (): void => {
    if (!paused && !signal.aborted) upload.start();
  };
  const stop = (): void => {
    clearTimeout(waiting);
    upload.abort().catch(() => undefined);
  };
  signal.addEventListener('abort', stop);
  start();
  return {
    sent,
    pause(wanted) {
      if (wanted === paused) return;
      paused = wanted;
      if (paused) stop();
      else start();
    },
  };
}

function failureOf(error: Error): CallFailed {
  if (!(error instanceof DetailedError) || !error.originalResponse)
    return new CallFailed('offline', 'The server cannot be reached. Check your connection and try again.', {
      cause: error,
    });
  const { originalResponse: response } = error;
  const status = response.getStatus();
  // The response to HEAD has no body: its status is all that it says.
  const body = said(response.getBody()) ?? bodiless[status];
  return refusalFrom(status, body, response.getHeader('retry-after'), error);
}

const bodiless: Readonly<Record<number, { errorCode: ErrorCode; errorMessage: string }>> = {
  401: { errorCode: 'not_signed_in', errorMessage: 'Your session has ended. Sign in to continue.' },
  403: { errorCode: 'forbidden', errorMessage: 'You do not have permission to do this.' },
  404: { errorCode: 'not_found', errorMessage: 'This does not exist, or you may not see it.' },
};

function said(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
