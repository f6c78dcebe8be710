import type { Static } from 'typebox';
import type { LiveMessage } from '#api/contract/live.ts';

export type Message = Static<typeof LiveMessage>;
export type LiveState = 'connecting' | 'open' | 'waiting';

export interface Live {
  state(): LiveState;
  onMessage(listener: (message: Message) => void): () => void;
  onState(listener: (state: LiveState) => void): () => void;
  /** Called each time a connection stands again after one was lost: whatever was missed must be read. */
  onReconnected(listener: () => void): () => void;
  close(): void;
}

export interface LiveSettings {
  open(url: string): WebSocket;
  url: string;
  /** 0 to 1; spreads the reconnects of many pages after a restart of the server. */
  random(): number;
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/** Milliseconds before attempt number `attempt` (from 0): doubling, at most 30 s, half of it by chance. */
export function waitBefore(attempt: number, random: number): number {
  const whole = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return Math.round(whole / 2 + (whole / 2) * random);
}

function parse(data: unknown): Message | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== 'object' || message === null || !('topic' in message) || !('ids' in message))
      return undefined;
    return typeof message.topic === 'string' && Array.isArray(message.ids) ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** One WebSocket for the page, opened again with a growing, jittered wait for as long as the page lives. */
export function openLive(settings: LiveSettings): Live {
  const onMessage = new Set<(message: Message) => void>();
  const onState = new Set<(state: LiveState) => void>();
  const onReconnected = new Set<() => void>();
  let state: LiveState = 'connecting';
  let attempt = 0;
  let stood = false;
  let closed = false;
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function become(next: LiveState): void {
    if (state === next) return;
    state = next;
    for (const listener of onState) listener(next);
  }

  function connect(): void {
    timer = undefined;
    become('connecting');
    const opened = settings.open(settings.url);
    socket = opened;
    opened.addEventListener('open', () => {
      attempt = 0;
      become('open');
      if (stood) for (const listener of onReconnected) listener();
      stood = true;
    });
    opened.addEventListener('message', (event) => {
      const message = parse(event.data);
      if (message) for (const listener of onMessage) listener(message);
    });
    opened.addEventListener('close', () => {
      if (closed) return;
      become('waiting');
      timer = setTimeout(connect, waitBefore(attempt, settings.random()));
      attempt += 1;
    });
  }

  /** The browser says that the network is back: no need to wait longer. */
  function hurry(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    attempt = 0;
    connect();
  }
  window.addEventListener('online', hurry);
  connect();

  const listening =
    <T>(listeners: Set<T>) =>
    (listener: T) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  return {
    state: () => state,
    onMessage: listening(onMessage),
    onState: listening(onState),
    onReconnected: listening(onReconnected),
    close() {
      closed = true;
      window.removeEventListener('online', hurry);
      if (timer !== undefined) clearTimeout(timer);
      socket?.close();
    },
  };
}
