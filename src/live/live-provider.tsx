import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { readMe } from '../session/session.ts';
import { LiveContext } from './live-context.ts';
import { openLive, type Live, type LiveState } from './live.ts';
import { readAgain } from './read-again.ts';

function liveUrl(): string {
  const url = new URL('/api/live', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Opens the page's WebSocket and reads again what its messages made old. */
export function LiveProvider({ children }: { children: ReactNode }): ReactNode {
  const data = useQueryClient();
  const [live, setLive] = useState<Live>();

  useEffect(() => {
    const opened = openLive({ url: liveUrl(), open: (url) => new WebSocket(url), random: Math.random });
    setLive(opened);
    const again = readAgain(data);
    opened.onMessage((message) => {
      again.hear(message);
      // Permissions act at once: what this person may do is asked again.
      if (message.topic === 'user') readMe().catch(() => undefined);
    });
    opened.onReconnected(() => void data.invalidateQueries());
    return () => {
      again.stop();
      opened.close();
    };
  }, [data]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

const nothing = () => () => undefined;

export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.onState ?? nothing, () => live?.state() ?? 'connecting');
}
