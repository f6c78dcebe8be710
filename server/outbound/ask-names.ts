import { Resolver } from 'node:dns/promises';
import { errorCode } from './error-code.ts';

export interface Patience {
  /** Addresses with ports, in the order of use. */
  servers: readonly string[];
  /** Total timeout. An answer to any query counts within this time. */
  milliseconds: number;
  signal?: AbortSignal;
}

/** Maximum queries: tolerates a lost packet or a name server that is down. */
const mostQuestions = 3;
/** Milliseconds before the next server, or the only one again, is queried. */
const longestPause = 2000;

/**
 * Queries name servers; rejects with a resolver's error, `ETIMEOUT` after the timeout. c-ares drops a query when it retries,
 * so each query has its own resolver that keeps waiting: a late answer of a slow server still counts.
 */
export async function askNameServers<T>(
  ask: (resolver: Resolver) => Promise<T>,
  { servers, milliseconds, signal }: Patience,
): Promise<T> {
  const asked: Resolver[] = [];
  const timers: NodeJS.Timeout[] = [];
  const total = Math.max(0, milliseconds);
  const pause = Math.min(longestPause, total / mostQuestions);
  let cancel = () => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      let waiting = 0;
      let refusal: unknown;
      cancel = () => reject(timedOut());
      const next = () => {
        if (asked.length >= mostQuestions) return;
        // The resolver's own timeout only cleans up queries that this function abandoned.
        const resolver = new Resolver({ timeout: Math.ceil(total) + 1000, tries: 1 });
        const server = servers[asked.length % Math.max(1, servers.length)];
        if (server !== undefined) resolver.setServers([server]);
        asked.push(resolver);
        waiting += 1;
        ask(resolver).then(resolve, (error: unknown) => {
          waiting -= 1;
          if (isAnswer(error)) return reject(error as Error);
          refusal ??= error;
          // Try another server at once; asking the same one again would not help.
          if (asked.length < servers.length) next();
          else if (waiting === 0) reject(refusal as Error);
        });
      };
      next();
      for (let index = 1; index < mostQuestions; index += 1) timers.push(setTimeout(next, index * pause));
      timers.push(setTimeout(() => reject((refusal as Error | undefined) ?? timedOut()), total));
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
    });
  } finally {
    signal?.removeEventListener('abort', cancel);
    for (const timer of timers) clearTimeout(timer);
    for (const resolver of asked) resolver.cancel();
  }
}

/** "No such name" and "no such record" are valid answers. */
function isAnswer(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(errorCode(error));
}

function timedOut(): Error {
  return Object.assign(new Error('No name server answered in time'), { code: 'ETIMEOUT' });
}

const saying: Record<string, [verb: string, why: string]> = {
  ESERVFAIL: ['failed to answer', ' (SERVFAIL)'],
  EREFUSED: ['refused to answer', ' (REFUSED)'],
  ENOTIMP: ['does not know this kind of question', ' (NOTIMP)'],
  EFORMERR: ['did not understand the question', ' (FORMERR)'],
  EBADRESP: ['sent an answer that cannot be read', ''],
  ECONNREFUSED: ['cannot be reached', ' (connection refused)'],
};

/** Describes a resolver's error code: `refused to answer for example.com (REFUSED)`. */
export function nameServerWords(code: string, about = ''): string {
  const [verb, why] = saying[code] ?? ['did not answer', ` (${code || 'unknown reason'})`];
  return `${verb}${about === '' ? '' : ` for ${about}`}${why}`;
}
