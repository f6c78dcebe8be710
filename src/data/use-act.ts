import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { callApi, type CallInput, type CallOptions, type CallReply } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import { useWords } from '../words/words.ts';
import { useRefresh } from './use-call.ts';

export interface ActWords<N extends CallName> {
  /** Success message (C22-05); no message when omitted. */
  done?: string | ((reply: CallReply<N>) => string);
  /** Title of the failure message, such as "Error saving device"; the reason is shown below. */
  failed: string;
  /** Calls to invalidate afterwards. */
  refresh?: CallName[];
}

export type ActOptions = Pick<CallOptions, 'revision' | 'signal' | 'timeoutSeconds'>;

export interface Act<N extends CallName> {
  busy: boolean;
  failure: CallFailed | undefined;
  /** Resolves with the reply, or with undefined after it has shown the failure. */
  run(input: CallInput<N>, options?: ActOptions): Promise<CallReply<N> | undefined>;
  clear(): void;
}

/** Codes without a failure message: the user did not give the required proof (C22-08), or cancelled the call. */
const silentCodes = new Set<string>([
  'PASSWORD_REQUIRED',
  'MFA_REQUIRED',
  'INCORRECT_MFA_CODE',
  'bad_u2f_input_format',
  'mfa_expired',
  'cancelled',
  'not_signed_in',
]);

/** A mutating call for a button: runs one at a time, shows the outcome and invalidates the calls that it changed. */
export function useAct<N extends CallName>(name: N, words: ActWords<N>): Act<N> {
  const refresh = useRefresh();
  const t = useWords();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailed>();
  const running = useRef(false);
  const latest = useRef({ words, t });
  latest.current = { words, t };

  const run = useCallback(
    async (input: CallInput<N>, options: ActOptions = {}): Promise<CallReply<N> | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      setBusy(true);
      setFailure(undefined);
      try {
        const reply = await callApi(name, input, options);
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
        if (!silentCodes.has(failed.code))
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
