import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../access/actor.ts';

/** Log lines per minute for all pages together, because anybody may report. */
const MOST_LINES = 60;
const MINUTE_MS = 60_000;
const longest = { message: 500, stack: 2000, route: 200, version: 50 } as const;

interface Report {
  message: string;
  stack?: string;
  route?: string;
  version?: string;
}

interface Reporter {
  log: Pick<FastifyBaseLogger, 'warn'>;
  actor: Actor;
  userAgent: string;
}

export interface PageErrors {
  /** Logs a page's error, truncated to about 3 KB and at most 60 times a minute; a further line counts the dropped ones. */
  log(by: Reporter, report: Report): void;
}

/** The errors that pages report, with one budget of log lines for the whole process. `clock` is milliseconds that only grow. */
export function createPageErrors(clock: () => number = () => performance.now()): PageErrors {
  let since = clock();
  let lines = 0;
  let dropped = 0;
  return {
    log({ log, actor, userAgent }, report) {
      const now = clock();
      if (now - since > MINUTE_MS) {
        if (dropped > 0) log.warn({ dropped }, 'errors on pages that were not logged');
        since = now;
        lines = 0;
        dropped = 0;
      }
      if (lines >= MOST_LINES) {
        dropped += 1;
        return;
      }
      lines += 1;
      const userId = actor.kind === 'user' ? actor.userId : undefined;
      log.warn({ pageError: truncated(report), userId, userAgent: userAgent.slice(0, 200) }, 'an error on the page');
    },
  };
}

function truncated(report: Report): Report {
  const fields = Object.entries(longest).map(([name, length]) => [
    name,
    report[name as keyof Report]?.slice(0, length),
  ]);
  return Object.fromEntries(fields) as Report;
}
