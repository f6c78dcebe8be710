import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import type { TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

/** A page that listens to live messages. */
export interface OpenPage {
  messages: { topic: string; ids: (number | string)[]; at: string }[];
  /** The code with which the server closed it. */
  closed: Promise<number>;
  isOpen(): boolean;
  close(): void;
}

export async function openPage(server: TestServer, who: Visitor): Promise<OpenPage> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, {
    headers: { cookie: `cairn_session=${who.cookie('cairn_session')}`, origin: server.url },
  });
  const messages: OpenPage['messages'] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as OpenPage['messages'][number]));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return { messages, closed, isOpen: () => socket.readyState === WebSocket.OPEN, close: () => socket.close() };
}

export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`it did not come to pass within ${milliseconds} ms`);
    await sleep(10);
  }
}
