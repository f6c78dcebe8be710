import { useEffect, useRef } from 'react';

export interface Stoppable {
  /** For a call that begins now. */
  signal(): AbortSignal;
  stop(): void;
}

/** Stops the call under way, also where the page is left. */
export function useStoppable(): Stoppable {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return {
    signal() {
      running.current = new AbortController();
      return running.current.signal;
    },
    stop: () => running.current?.abort(),
  };
}
