import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

export type Log = FastifyBaseLogger;

/** JSON lines on standard output; a request's cookie and key never stand in them. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.secret'],
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
