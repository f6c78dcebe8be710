import type { ErrorCode } from '#api/contract/errors.ts';
import type { MfaType } from '#api/contract/mfa.ts';

/** Nobody waits for the reply any more: work for it ends, and that is no failure. */
export class CallerGone extends Error {
  constructor() {
    super('The caller went away');
    this.name = 'CallerGone';
  }
}

/**
 * A refusal with a code of the catalogue. `fields` maps JSON pointers to words.
 * `keep`: the call's transaction commits all the same (a counted failure, a half-way sign-in), and its cookies are set.
 */
export class Refused extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly extra: {
      fields?: Record<string, string>;
      message?: string;
      retryAfter?: number;
      /** With `MFA_REQUIRED`: the second factors that the user has. */
      methods?: readonly MfaType[];
      /** With `conflict` of a save: what is stored, and who changed it when. */
      conflict?: { current: unknown; by?: string; at?: string };
      keep?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(extra.message ?? code, { cause: extra.cause });
    this.name = 'Refused';
  }
}
