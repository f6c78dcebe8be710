import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { Live } from './live.ts';

/** The page's live connection; apart from who opens it, so that what may listen needs nothing of that. */
export const LiveContext = createContext<Live | undefined>(undefined);

/** Hears the topic and ids of every live message, and `live` when some may have been missed. Nothing is heard before sign-in. */
export function useAnnouncements(hear: (topic: string, ids: readonly (number | string)[]) => void): void {
  const live = useContext(LiveContext);
  const heard = useEffectEvent(hear);
  useEffect(() => {
    if (!live) return;
    const leave = [live.onMessage(({ topic, ids }) => heard(topic, ids)), live.onReconnected(() => heard('live', []))];
    return () => {
      for (const stop of leave) stop();
    };
  }, [live]);
}
