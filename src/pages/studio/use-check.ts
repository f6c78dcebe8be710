import { useState } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { longestCheckSeconds } from '#api/contract/studio.ts';
import { CallFailed } from '#api/call-failed.ts';
import { useStoppable } from './use-stoppable.ts';

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
  const running = useStoppable();
  const stop = (): void => {
    running.stop();
    setBusy(false);
  };
  return {
    busy,
    judged,
    failure,
    async run() {
      stop();
      const signal = running.signal();
      setBusy(true);
      setFailure(undefined);
      setJudged(undefined);
      try {
        setJudged(await callApi('checkScreen', { params }, { signal, timeoutSeconds: longestCheckSeconds }));
      } catch (error) {
        if (signal.aborted) return;
        setFailure(error instanceof CallFailed ? error : new CallFailed('internal', String(error), { cause: error }));
      } finally {
        if (!signal.aborted) setBusy(false);
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
