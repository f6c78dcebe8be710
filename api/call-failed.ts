import type { ErrorCode } from './contract/errors.ts';

/** Codes that no server sends: the network failed, the call was given up by the page, the answer was not ours. */
export type LocalCode = 'offline' | 'cancelled' | 'unreadable';

/** What a refused save was behind. */
export interface SaveConflict {
  current: unknown;
  by?: string;
  at?: string;
}

/** Why a call did not end well, with what the person can do. `retry`: the same call may succeed when sent again. */
export class CallFailed extends Error {
  readonly code: ErrorCode | LocalCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** JSON pointer into the body to words. */
  readonly fields?: Record<string, string>;
  /** Seconds to wait, with `rate_limited`. */
  readonly retryAfter?: number;
  /** With `conflict` of a save: the entity as it is stored now, and its last change. */
  readonly conflict?: SaveConflict;
  readonly retry: boolean;

  constructor(
    code: ErrorCode | LocalCode,
    message: string,
    extra: {
      status?: number;
      fields?: Record<string, string> | undefined;
      retryAfter?: number | undefined;
      conflict?: SaveConflict | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'CallFailed';
    this.code = code;
    this.status = extra.status ?? 0;
    if (extra.fields) this.fields = extra.fields;
    if (extra.conflict) this.conflict = extra.conflict;
    if (extra.retryAfter !== undefined) this.retryAfter = extra.retryAfter;
    this.retry = code === 'offline' || code === 'rate_limited' || this.status >= 500;
  }
}

export function isCallFailed(error: unknown, code?: CallFailed['code']): error is CallFailed {
  return error instanceof CallFailed && (code === undefined || error.code === code);
}
