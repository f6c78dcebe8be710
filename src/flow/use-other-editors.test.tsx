// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { mockApi } from '#api/mock.ts';
import { LiveContext } from '../live/live-context.ts';
import type { Live, Message } from '../live/live.ts';
import type { FlowSession } from './flow-session.ts';
import { useOtherEditors } from './use-other-editors.ts';

// Sent when the page goes, after the replies of its test are gone.
const server = setupServer(...mockApi({ closeEditor: () => ({ resultCode: 'SUCCESS' }) }));
let others: string[] = [];
let asked: unknown[] = [];
let closed: unknown[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  [others, asked, closed] = [[], [], []];
  server.use(
    ...mockApi({
      keepEditor: ({ params }) => {
        asked.push(params);
        return others.map((name) => ({ name, since: '2026-01-01T00:00:00.000Z' }));
      },
      closeEditor: ({ params }) => {
        closed.push(params);
        return { resultCode: 'SUCCESS' };
      },
    }),
  );
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const instance = '00000000-0000-4000-8000-000000000001';
const session = (change: object = {}) =>
  ({
    id: instance,
    subject: '7',
    flow: { id: 'organization' },
    screens: { conflict: {} },
    ...change,
  }) as never as FlowSession;

function open(of: FlowSession) {
  const listeners = new Set<(message: Message) => void>();
  const live = {
    onMessage: (listener: (message: Message) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onReconnected: () => () => undefined,
  } as never as Live;
  const hook = renderHook(({ isOpen }) => useOtherEditors(of, isOpen), {
    initialProps: { isOpen: true },
    wrapper: ({ children }) => <LiveContext value={live}>{children}</LiveContext>,
  });
  const announce = (topic: string, ids: string[]) => {
    for (const listener of listeners) listener({ topic, ids, at: '' });
  };
  return { ...hook, announce };
}

it('shows who else has the entity open, as soon as a live message says that somebody opened or closed it', async () => {
  const { result, announce } = open(session());
  await waitFor(() => expect(asked).toEqual([{ flow: 'organization', id: '7', instance }]));
  expect(result.current).toEqual([]);
  others = ['Grace Hopper'];
  announce('editor', ['organization/7']);
  await waitFor(() => expect(result.current).toEqual(['Grace Hopper']));
  others = [];
  announce('editor', ['organization/7']);
  await waitFor(() => expect(result.current).toEqual([]));
});

it('asks nothing again for the editors of another entity', async () => {
  const { announce } = open(session());
  await waitFor(() => expect(asked).toHaveLength(1));
  announce('editor', ['organization/8', 'webhook/7']);
  announce('organization', ['7']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toHaveLength(1);
});

it('says that the editor is closed when the flow ends', async () => {
  const { rerender } = open(session());
  await waitFor(() => expect(asked).toHaveLength(1));
  rerender({ isOpen: false });
  await waitFor(() => expect(closed).toEqual([{ flow: 'organization', id: '7', instance }]));
});

it('asks nothing for a flow without an entity, or whose saves name no revision', async () => {
  open(session({ subject: undefined }));
  open(session({ screens: {} }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toEqual([]);
});
