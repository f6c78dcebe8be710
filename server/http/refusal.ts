import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import { databaseFailure } from '../database/failures.ts';
import { CallerGone, Refused } from '../refused.ts';

/** What a failure is to the caller. Whatever nobody foresaw is `internal` and stands in the log, not in the reply. */
export function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const failure = databaseFailure(error);
  if (failure === 'unavailable' || failure === 'disk_full') return new Refused(failure, { cause: error });
  if (failure === 'bad_text') return new Refused('invalid_input', { cause: error });
  const status = statusOf(error);
  if (status === 413) return new Refused('payload_too_large', { cause: error });
  if (status === 415) return new Refused('unsupported_media_type', { cause: error });
  if (status === 404) return new Refused('not_found', { cause: error });
  if (status === 429) return new Refused('rate_limited', { cause: error });
  if (status !== undefined && status >= 400 && status < 500)
    return new Refused('invalid_input', { cause: error, fields: { '/': 'Please send valid JSON' } });
  return new Refused('internal', { cause: error });
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

const MOST_FIELDS = 50;
const LONGEST_POINTER = 300;
const LONGEST_WORDS = 1000;

/** What a request holds may be in the pointers and words of its refusal, so the reply is bounded by itself. */
function bounded(fields: Readonly<Record<string, string>>): Record<string, string> {
  const some = Object.entries(fields).slice(0, MOST_FIELDS);
  return Object.fromEntries(some.map(([pointer, words]) => [cut(pointer, LONGEST_POINTER), cut(words, LONGEST_WORDS)]));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** nginx's status for a caller who closed the connection first; nobody receives it. */
const CALLER_GONE_STATUS = 499;

export function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof CallerGone) {
    request.log.info({ call: request.routeOptions.config.call }, 'the caller left before the reply');
    return reply.code(CALLER_GONE_STATUS).send();
  }
  const refused = toRefused(error);
  const code: ErrorCode = refused.code;
  const { status, message } = errors[code];
  // A client that went away in the middle of its body is no fault of ours.
  if (status >= 500 && !request.raw.errored) request.log.error({ err: refused.extra.cause ?? refused }, code);
  const { fields, retryAfter, conflict } = refused.extra;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply.code(status).send({
    resultCode: 'FAILURE',
    errorCode: code,
    errorMessage: refused.extra.message ?? message,
    ...(fields ? { fields: bounded(fields) } : {}),
    ...(retryAfter !== undefined ? { retryAfter } : {}),
    ...(conflict ? { conflict } : {}),
  });
}
