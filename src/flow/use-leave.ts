import { useCallback, useEffect, useRef, useState } from 'react';
import { settleAnswers } from '#screens/step/settle.ts';
import type { FlowAddress } from './address.ts';
import type { FlowSession } from './flow-session.ts';
import type { LeaveChoice } from './leave-dialog.tsx';

interface Leave {
  /** Whether the person is being asked. */
  asking: boolean;
  answer(choice: LeaveChoice): void;
  /** Resolves to whether the flow may be left: at once when nothing was answered. */
  mayLeave(): Promise<boolean>;
}

/** Asks before answers are put down, whichever way the person leaves. */
export function useLeave(session: FlowSession, address: FlowAddress | undefined): Leave {
  const [asking, setAsking] = useState(false);
  const waiting = useRef<((may: boolean) => void)[]>([]);
  const left = useRef(false);

  const answer = useCallback(
    (choice: LeaveChoice) => {
      setAsking(false);
      const settle = (may: boolean) => {
        left.current = may;
        for (const resolve of waiting.current.splice(0)) resolve(may);
      };
      if (choice === 'stay') return settle(false);
      // The browser keeps what the server has not got yet, so nobody waits for it.
      const work = choice === 'keep' ? session.keeper.flush() : session.keeper.discard();
      work.catch(() => undefined);
      settle(true);
    },
    [session],
  );

  const mayLeave = useCallback(async () => {
    settleAnswers();
    // Whoever leaves has read the outcome.
    if (session.moment().view.over === true) session.keeper.discard().catch(() => undefined);
    if (left.current || !session.changed()) return true;
    setAsking(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, [session]);

  useEffect(() => address?.guard(mayLeave), [address, mayLeave]);

  useEffect(() => {
    // Only where nothing keeps the answers does the browser itself have to ask.
    const ask = (event: BeforeUnloadEvent) => {
      const kept = session.flow.drafts !== 'none' && session.keeper.status() !== 'failed';
      if (session.changed() && !kept && !left.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [session]);

  return { asking, answer, mayLeave };
}
