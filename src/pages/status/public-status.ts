import { useEffect, useState } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { isCallFailed, type CallFailed } from '#api/call-failed.ts';

export type PublicStatus = CallReply<'readPublicStatus'>;

export interface StatusReading {
  /** The latest that could be read. */
  status: PublicStatus | undefined;
  /** Why the latest try failed. */
  failure: CallFailed | undefined;
  retry: () => void;
}

/** A visitor looks for minutes, and the server answers from what it kept. */
const readEveryMs = 20_000;

/** What the page at this address shows, read again for as long as somebody sees it. */
export function usePublicStatus(slug: string): StatusReading {
  const [reading, setReading] = useState<Pick<StatusReading, 'status' | 'failure'>>({
    status: undefined,
    failure: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let zone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const read = async (): Promise<void> => {
      try {
        const query = zone === undefined ? {} : { zone };
        const status = await callApi('readPublicStatus', { params: { slug }, query }, { signal: leaving.signal });
        setReading({ status, failure: undefined });
      } catch (failure) {
        if (leaving.signal.aborted) return;
        if (!isCallFailed(failure)) throw failure;
        if (zone !== undefined && failure.fields?.['/zone'] !== undefined) {
          // A browser may know a zone that the server does not: days then begin as in UTC.
          zone = undefined;
          return read();
        }
        // A page that is gone shows nothing more of itself.
        setReading(({ status }) => ({ status: isNoPage(failure) ? undefined : status, failure }));
      }
    };
    const readIfSeen = (): void => {
      if (document.visibilityState === 'visible') void read();
    };
    void read();
    const timer = setInterval(readIfSeen, readEveryMs);
    document.addEventListener('visibilitychange', readIfSeen);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', readIfSeen);
    };
  }, [slug, attempt]);
  return { ...reading, retry: () => setAttempt(attempt + 1) };
}

/** There is no page at this address, or it is none that a page could have. */
export function isNoPage({ code }: CallFailed): boolean {
  return code === 'not_found' || code === 'invalid_input';
}
