import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { waiting } from '../step/waiting-button.tsx';
import styles from './resend-code.module.css';

/** Asks for a code by text message, and for another one once the pause is over. */
export default function ResendCode({ view, send }: SpecialPartProps): ReactNode {
  const { sentCode } = view.shown;
  const { seconds, restart } = useCountdown(view.refusal === undefined ? (sentCode?.resendSeconds ?? 0) : 0);
  const waits = seconds > 0;
  // The gateway took no new code, and the one before does not work any more.
  const isSent = sentCode !== undefined && view.refusal?.code !== 'text_message_failed';
  const ask = (): void => {
    if (view.busy || waits || !view.can.event('text.requested')) return;
    restart();
    send({ type: 'text.requested' });
  };
  return (
    <div className={styles.part}>
      <p role="status" className={styles.said}>
        {isSent &&
          `A code was sent to the number ending in ${sentCode.ending}. It is valid for ${sentCode.validSeconds / 60} minutes.`}
      </p>
      <Button
        variant="default"
        leftSection={<IconMessage size={15} aria-hidden />}
        data-event="text.requested"
        aria-disabled={view.busy || waits}
        disabled={waits}
        renderRoot={waiting(waits)}
        onClick={ask}
      >
        {waits ? `Send another code in ${seconds} s` : isSent ? 'Send another code' : 'Send code'}
      </Button>
    </div>
  );
}

/** Seconds that are left of a pause, which began when the part appeared or `restart` was called last. */
function useCountdown(pauseSeconds: number): { seconds: number; restart: () => void } {
  const [begun, setBegun] = useState(() => performance.now());
  const [now, setNow] = useState(begun);
  const seconds = Math.max(0, Math.ceil((begun - now) / 1000 + pauseSeconds));
  const waits = seconds > 0;
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [waits]);
  return {
    seconds,
    restart: () => {
      const at = performance.now();
      setBegun(at);
      setNow(at);
    },
  };
}
