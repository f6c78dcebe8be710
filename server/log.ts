import type { FastifyBaseLogger } from 'fastify';
import { pino, type LoggerOptions } from 'pino';

export type Log = FastifyBaseLogger;

interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

/** What is known to be safe of an error: the driver's own errors carry the whole connection, its password included. */
function plainError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && error.code !== undefined ? { code: String(error.code) } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: plainError(error.cause) }),
  };
}

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.secret'],
    serializers: { err: plainError },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
}

/** JSON lines on standard output; a request's cookie and key never stand in them. */
export function createLog(level: string): Log {
  return pino(logOptions(level));
}
