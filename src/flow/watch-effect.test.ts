import { createActor, setup } from 'xstate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import type { EffectInput } from '#engine/flow/flow.ts';
import type { Door } from './door.ts';
import type { Hear } from './news.ts';
import { watchCall } from './watch-effect.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Heard {
  type: string;
  output?: unknown;
  error?: { code: string };
  retries?: { count: number };
}

/** A state that watches a call, with a server that answers what the test says. */
function scene(input: EffectInput = { params: { id: 4 } }) {
  const server: { reply: unknown; asked: number; aborted: number } = {
    reply: { state: 'waiting' },
    asked: 0,
    aborted: 0,
  };
  const events: Heard[] = [];
  const listeners = new Set<Parameters<Hear>[0]>();
  const door: Door = async (_name, _request, { signal }) => {
    server.asked += 1;
    signal?.addEventListener('abort', () => (server.aborted += 1));
    if (server.reply instanceof Error) throw server.reply;
    return server.reply;
  };
  const hear: Hear = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const effect = { kind: 'watch', topic: 'node', errors: [] } as const;
  const watch = watchCall({ name: 'readThing', effect, door, hear, leaving: new AbortController().signal });
  const keep = ({ event }: { event: { type: string } }) => void events.push(event as Heard);
  const machine = setup({ actors: { watch }, actions: { keep } }).createMachine({
    initial: 'watching',
    states: {
      watching: {
        invoke: { id: 'watch', src: 'watch', input, onError: { target: 'left', actions: 'keep' } },
        on: { 'watch.changed': { actions: 'keep' }, 'effect.retries': { actions: 'keep' }, leave: 'left' },
      },
      left: {},
    },
  });
  const actor = createActor(machine);
  actor.start();
  const tell = (topic: string, ids: string[] = []) => listeners.forEach((listener) => listener(topic, ids));
  return { server, events, listeners, actor, tell };
}

const offline = new CallFailed('offline', 'No way there.');

it('reads at once, after a message of its topic, after a lost connection, and every 5 seconds', async () => {
  const { server, events, tell } = scene();
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toBe(1);
  expect(events).toEqual([{ type: 'watch.changed', effect: 'readThing', output: { state: 'waiting' } }]);
  tell('client');
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toBe(1);
  tell('node', ['9']);
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toBe(2);
  tell('live');
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toBe(3);
  await vi.advanceTimersByTimeAsync(4000);
  expect(server.asked).toBe(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.asked).toBe(4);
});

it('reads twice a second at most, however many messages come in', async () => {
  const { server, tell } = scene();
  for (let tick = 0; tick < 100; tick += 1) {
    tell('node', ['9']);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(server.asked).toBeLessThanOrEqual(5);
  expect(server.asked).toBeGreaterThanOrEqual(4);
});

it('hears messages about its ids alone where it is given some', async () => {
  const { server, tell } = scene({ ids: ['9'] });
  await vi.advanceTimersByTimeAsync(600);
  tell('node', ['8']);
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toBe(1);
  tell('node', ['8', '9']);
  await vi.advanceTimersByTimeAsync(600);
  expect(server.asked).toBe(2);
});

it('reads when the machine asks', async () => {
  const { server, actor } = scene();
  await vi.advanceTimersByTimeAsync(600);
  (actor.getSnapshot().children as Record<string, { send(event: object): void }>)['watch']?.send({ type: 'watch.now' });
  await vi.advanceTimersByTimeAsync(1);
  expect(server.asked).toBe(2);
});

it('tries again 10 times, 5 seconds apart, says so each time, and ends with the last refusal', async () => {
  const { server, events, actor } = scene();
  server.reply = offline;
  await vi.advanceTimersByTimeAsync(54_900);
  expect(events.slice(1).map(({ retries }) => retries?.count)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(actor.getSnapshot().value).toBe('watching');
  await vi.advanceTimersByTimeAsync(200);
  expect(actor.getSnapshot().value).toBe('left');
  expect(events.at(-1)).toMatchObject({ type: 'xstate.error.actor.watch', error: { code: 'offline' } });
  expect(server.asked).toBe(12);
});

it('counts its tries anew after a reply', async () => {
  const { server, events } = scene();
  for (let round = 0; round < 3; round += 1) {
    server.reply = offline;
    await vi.advanceTimersByTimeAsync(30_000);
    server.reply = { state: 'waiting' };
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(Math.max(...events.map(({ retries }) => retries?.count ?? 0))).toBeLessThan(8);
  expect(events.at(-1)?.type).toBe('watch.changed');
});

it('ends at once when the server has decided', async () => {
  const { server, actor, events } = scene();
  server.reply = new CallFailed('not_found', 'Gone.');
  await vi.advanceTimersByTimeAsync(6000);
  expect(actor.getSnapshot().value).toBe('left');
  expect(events.filter(({ type }) => type === 'effect.retries')).toEqual([]);
});

it('stops reading and listening when its state is left', async () => {
  const { server, actor, listeners, tell } = scene();
  await vi.advanceTimersByTimeAsync(600);
  actor.send({ type: 'leave' });
  tell('node');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toBe(1);
  expect(listeners.size).toBe(0);
});
