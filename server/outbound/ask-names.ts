import { Resolver } from 'node:dns/promises';
import { errorCode } from './outbound-failed.ts';

export interface Patience {
  /** Addresses with ports, the first asked first. */
  servers: readonly string[];
  /** For everything. An answer counts whenever it comes within this time, to whichever question. */
  milliseconds: number;
  signal?: AbortSignal;
}

/** Questions at most: one lost packet, or one name server that is down, is no failure. */
const mostQuestions = 3;
/** After this, in milliseconds, the next server is asked, or the only one again. */
const longestPause = 2000;

/**
 * Asks name servers and rejects with a resolver's error, `ETIMEOUT` when the time is over. c-ares forgets a question when it asks again,
 * so each question has a resolver of its own that goes on waiting: a server that is slower than the pause is slow, not silent.
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
        // The resolver's own limit only ends what this function has left behind.
        const resolver = new Resolver({ timeout: Math.ceil(total) + 1000, tries: 1 });
        const server = servers[asked.length % Math.max(1, servers.length)];
        if (server !== undefined) resolver.setServers([server]);
        asked.push(resolver);
        waiting += 1;
        ask(resolver).then(resolve, (error: unknown) => {
          waiting -= 1;
          if (isAnswer(error)) return reject(error as Error);
          refusal ??= error;
          // Another server may know better; the same one will not.
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

/** The name or the type is not there: whoever says so has answered. */
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

/** What a resolver's code means, of a name server: `refused to answer for example.com (REFUSED)`. */
export function nameServerWords(code: string, about = ''): string {
  const [verb, why] = saying[code] ?? ['did not answer', ` (${code || 'unknown reason'})`];
  return `${verb}${about === '' ? '' : ` for ${about}`}${why}`;
}
