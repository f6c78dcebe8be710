import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

export type Log = FastifyBaseLogger;

interface WrittenError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: WrittenError;
}

const DEEPEST_CAUSE = 4;

/** JSON lines on standard output. A request's cookie and key never stand in them, nor what a failed statement was given. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.secret'],
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => writtenError(error) },
  });
}

/** Only these members: errors of the database carry their connection, and the values of the row that they refused. */
function writtenError(error: unknown, depth = 0): WrittenError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...('code' in error && { code: String(error.code) }),
    ...(error.stack && { stack: withoutValues(error.stack) }),
    ...(error.cause !== undefined && depth < DEEPEST_CAUSE && { cause: writtenError(error.cause, depth + 1) }),
  };
}

/** The query builder puts the values of a statement into its message: tokens, names, sealed secrets. */
function withoutValues(text: string): string {
  return text.replace(/\nparams: [^]*?(?=\n {4}at |$)/g, '');
}
