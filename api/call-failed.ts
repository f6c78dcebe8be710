import type { ErrorCode } from './contract/errors.ts';

/** Codes of the client itself: the network failed, the page cancelled the call, or the response was not Cairn's. */
export type LocalCode = 'offline' | 'cancelled' | 'unreadable';

/** The newer state that a refused save conflicts with. */
export interface SaveConflict {
  current: unknown;
  by?: string;
  at?: string;
}

let say: ((english: string) => string) | undefined;

/** Says the messages of later failures by what `next` returns for their English; in English without it. */
export function speakRefusals(next: typeof say): void {
  say = next;
}

/** Why a call failed, and what the user can do. `retry`: the same call may succeed later. */
export class CallFailed extends Error {
  readonly code: ErrorCode | LocalCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Messages by JSON pointer into the body. */
  readonly fields?: Record<string, string>;
  /** Seconds to wait, with `rate_limited`. */
  readonly retryAfter?: number;
  /** With `MFA_REQUIRED`: the second factors that the user has. */
  readonly methods?: readonly string[];
  /** With `conflict`: the stored entity and its last change. */
  readonly conflict?: SaveConflict;
  readonly retry: boolean;

  constructor(
    code: ErrorCode | LocalCode,
    message: string,
    {
      status = 0,
      fields,
      retryAfter,
      methods,
      conflict,
      cause,
    }: {
      status?: number;
      fields?: Record<string, string> | undefined;
      retryAfter?: number | undefined;
      methods?: readonly string[] | undefined;
      conflict?: SaveConflict | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(say?.(message) ?? message, { cause });
    this.name = 'CallFailed';
    this.code = code;
    this.status = status;
    if (fields) this.fields = fields;
    if (methods) this.methods = methods;
    if (conflict) this.conflict = conflict;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    this.retry = code === 'offline' || code === 'rate_limited' || status >= 500;
  }
}

export function isCallFailed(error: unknown, code?: CallFailed['code']): error is CallFailed {
  return error instanceof CallFailed && (code === undefined || error.code === code);
}
