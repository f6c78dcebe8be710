/** Hears live messages: their topic and ids; `live` when some may have been missed. Answers how to stop. */
export type Hear = (listener: (topic: string, ids: readonly (number | string)[]) => void) => () => void;

export interface News {
  /** As if a message had come in. */
  wake(): void;
  stop(): void;
  /** Waits between two readings, in milliseconds: for a message, never shorter than `rest` and never longer than `most`. */
  next(signal: AbortSignal, rest: number, most: number): Promise<void>;
}

/** Listens for messages that concern a reading, and for the end of a time without a connection. */
export function listen(hear: Hear, concerns: (topic: string, ids: readonly (number | string)[]) => boolean): News {
  let heard = false;
  let hurry: (() => void) | undefined;
  const wake = () => {
    heard = true;
    hurry?.();
  };
  const stop = hear((topic, ids) => {
    if (topic === 'live' || topic === 'resync' || concerns(topic, ids)) wake();
  });
  return {
    wake,
    stop,
    async next(signal, rest, most) {
      await pause(rest, signal);
      if (!heard)
        await new Promise<void>((resolve) => {
          hurry = resolve;
          void pause(most - rest, signal).then(resolve);
        });
      hurry = undefined;
      heard = false;
    },
  };
}

/** Ends early, and without an error, once nobody waits: the request after it fails then. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
