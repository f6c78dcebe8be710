import { useRef, useState } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { longestCheckSeconds } from '#api/contract/studio.ts';
import { CallFailed } from '#api/call-failed.ts';

export type Judged = CallReply<'checkScreen'>;

export interface Check {
  busy: boolean;
  judged: Judged | undefined;
  failure: CallFailed | undefined;
  run(): Promise<void>;
  stop(): void;
  /** Shows what another call found. */
  tell(judged: Judged): void;
  forget(): void;
}

/** The check of what the server has kept of a screen; stopped where the person leaves or changes something. */
export function useCheck(params: { flow: string; screen: string }): Check {
  const [busy, setBusy] = useState(false);
  const [judged, setJudged] = useState<Judged>();
  const [failure, setFailure] = useState<CallFailed>();
  const running = useRef<AbortController>(undefined);
  const stop = (): void => {
    running.current?.abort();
    running.current = undefined;
    setBusy(false);
  };
  return {
    busy,
    judged,
    failure,
    async run() {
      stop();
      const own = new AbortController();
      running.current = own;
      setBusy(true);
      setFailure(undefined);
      setJudged(undefined);
      try {
        setJudged(
          await callApi('checkScreen', { params }, { signal: own.signal, timeoutSeconds: longestCheckSeconds }),
        );
      } catch (error) {
        if (own.signal.aborted) return;
        setFailure(error instanceof CallFailed ? error : new CallFailed('internal', String(error), { cause: error }));
      } finally {
        if (running.current === own) setBusy(false);
      }
    },
    stop,
    tell: setJudged,
    forget() {
      stop();
      setJudged(undefined);
      setFailure(undefined);
    },
  };
}
