import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import { databaseFailure } from '../database/failures.ts';
import { CallerGone, Refused } from '../refused.ts';

/** Maps a failure to a refusal. An unexpected error becomes `internal`; its details go to the log, not to the reply. */
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

/** Pointers and messages may quote the request, so bound the size of the reply. */
function boundFields(fields: Readonly<Record<string, string>>): Record<string, string> {
  const some = Object.entries(fields).slice(0, MOST_FIELDS);
  return Object.fromEntries(some.map(([pointer, words]) => [cut(pointer, LONGEST_POINTER), cut(words, LONGEST_WORDS)]));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** nginx's status for a client that closed the connection first; no client receives it. */
const CALLER_GONE_STATUS = 499;

export function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof CallerGone) {
    request.log.info({ call: request.routeOptions.config.call }, 'the caller left before the reply');
    return reply.code(CALLER_GONE_STATUS).send();
  }
  const refused = toRefused(error);
  const code: ErrorCode = refused.code;
  const { status, message } = errors[code];
  // A client that disconnected while sending its body is not a server error.
  if (status >= 500 && !request.raw.errored) request.log.error({ err: refused.extra.cause ?? refused }, code);
  const { fields, retryAfter, methods, conflict } = refused.extra;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply.code(status).send({
    resultCode: 'FAILURE',
    errorCode: code,
    errorMessage: refused.extra.message ?? message,
    ...(fields ? { fields: boundFields(fields) } : {}),
    ...(retryAfter !== undefined ? { retryAfter } : {}),
    ...(methods ? { methods } : {}),
    ...(conflict ? { conflict } : {}),
  });
}
