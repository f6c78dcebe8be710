// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLive, waitBefore, type Message } from './live.ts';

class Socket extends EventTarget {
  closed = false;
  close(): void {
    this.closed = true;
  }
  tell(type: 'open' | 'close'): void {
    this.dispatchEvent(new Event(type));
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

function opened(): { live: ReturnType<typeof openLive>; sockets: Socket[] } {
  const sockets: Socket[] = [];
  const live = openLive({
    url: 'ws://cairn/api/live',
    random: () => 0.5,
    open: () => {
      const socket = new Socket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  return { live, sockets };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the wait before a reconnect', () => {
  it('doubles and never grows beyond 30 s', () => {
    expect([0, 1, 2, 10].map((attempt) => waitBefore(attempt, 1))).toEqual([500, 1000, 2000, 30_000]);
  });
  it('is spread by chance over its second half', () => {
    expect(waitBefore(3, 0)).toBe(2000);
    expect(waitBefore(3, 1)).toBe(4000);
  });
});

describe('the live connection', () => {
  it('hands on messages and drops what is none', () => {
    const { live, sockets } = opened();
    const heard: Message[] = [];
    live.onMessage((message) => heard.push(message));
    sockets[0]?.say('{"topic":"monitor","ids":[1],"at":"2026-11-21T08:00:00.000Z"}');
    for (const noise of ['', 'null', '{"topic":1,"ids":[]}', '{"topic":"x"}', new Blob()]) sockets[0]?.say(noise);
    expect(heard.map(({ topic, ids }) => [topic, ids])).toEqual([['monitor', [1]]]);
  });

  it('connects again after a loss, and says that something may have been missed', () => {
    const { live, sockets } = opened();
    let again = 0;
    live.onReconnected(() => (again += 1));
    sockets[0]?.tell('open');
    expect([live.state(), again]).toEqual(['open', 0]);
    sockets[0]?.tell('close');
    expect(live.state()).toBe('waiting');
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    sockets[1]?.tell('open');
    expect([live.state(), again]).toEqual(['open', 1]);
  });

  it('tries at once when the network is back', () => {
    const { sockets } = opened();
    sockets[0]?.tell('close');
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(2);
  });

  it('stays closed once it is closed', () => {
    const { live, sockets } = opened();
    live.close();
    sockets[0]?.tell('close');
    vi.advanceTimersByTime(60_000);
    expect([sockets.length, sockets[0]?.closed]).toEqual([1, true]);
  });
});
