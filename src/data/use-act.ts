import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { callApi, type CallInput, type CallReply } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import { useWords } from '../words/words.ts';
import { useRefresh } from './use-call.ts';

export interface ActWords<N extends CallName> {
  /** What is said when it is done (C22-05); nothing when left out. */
  done?: string | ((reply: CallReply<N>) => string);
  /** What failed: "Error saving device". The reason follows it. */
  failed: string;
  /** Calls to read again afterwards. */
  refresh?: CallName[];
}

export interface Act<N extends CallName> {
  busy: boolean;
  failure: CallFailed | undefined;
  /** Answers the reply, or undefined when it failed; the failure was told already. */
  run(input: CallInput<N>): Promise<CallReply<N> | undefined>;
  clear(): void;
}

/** The codes of a proof that nobody gave are no failures to tell of (C22-08); neither is what the person gave up. */
const untold = new Set<string>([
  'PASSWORD_REQUIRED',
  'MFA_REQUIRED',
  'INCORRECT_MFA_CODE',
  'mfa_expired',
  'cancelled',
  'not_signed_in',
]);

/** A mutating call behind a button: one at a time, its end told, what it changed read again. */
export function useAct<N extends CallName>(name: N, words: ActWords<N>): Act<N> {
  const refresh = useRefresh();
  const t = useWords();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailed>();
  const running = useRef(false);
  const latest = useRef({ words, t });
  latest.current = { words, t };

  const run = useCallback(
    async (input: CallInput<N>): Promise<CallReply<N> | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setFailure(undefined);
      try {
        const reply = await callApi(name, input);
        const { words: said, t: speak } = latest.current;
        const { done, refresh: names = [] } = said;
        refresh(...names);
        if (done !== undefined)
          notifications.show({
            message: typeof done === 'function' ? done(reply) : done,
            color: 'green',
            closeButtonProps: { 'aria-label': speak('close') },
          });
        return reply;
      } catch (error) {
        const failed =
          error instanceof CallFailed ? error : new CallFailed('internal', String(error), { cause: error });
        setFailure(failed);
        const { words: said, t: speak } = latest.current;
        if (!untold.has(failed.code))
          notifications.show({
            title: said.failed,
            message: failed.message,
            color: 'red',
            autoClose: 8000,
            closeButtonProps: { 'aria-label': speak('close') },
          });
        return undefined;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [name, refresh],
  );
  return { busy, failure, run, clear: useCallback(() => setFailure(undefined), []) };
}
