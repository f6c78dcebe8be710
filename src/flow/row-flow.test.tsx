// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockApi, MockRefusal, type MockReplies } from '#api/mock.ts';
import type { Draft } from '#engine/flow/draft.ts';
import '#tests/screens/jsdom-gaps.ts';
import words from '../public/locales/en-us.json';
import './console-flows.ts';
import { FlowHost } from './flow-host.tsx';
import { loadFlow } from './registry.ts';

Element.prototype.scrollIntoView = () => undefined;

const monitor = {
  id: 7,
  enabled: true,
  clientId: 1,
  locationId: 2,
  monitorType: 'PING',
  monitorName: 'Gateway',
  frequency: 60,
  timeout: 10,
  hostname: '192.0.2.1',
  conditions: [
    {
      id: 3,
      type: 'PingFailed',
      enabled: true,
      conditionName: 'Gateway is down',
      runCount: 3,
      resetThreshold: 10,
      severity: 'MAJOR',
      priority: 'HIGH',
      notificationAction: 'NONE',
      notificationChannelIds: [],
      ticketingAction: 'NONE',
      description: '',
      state: 'ok',
      raisedAt: null,
    },
  ],
};
let stored: Record<string, { snapshot: Draft; revision: string }> = {};
const replayed = vi.fn<(body: unknown) => void>();
const replies: MockReplies = {
  readMonitor: () => monitor as never,
  listOrganizations: () => [] as never,
  listLocations: () => [] as never,
  replayCondition: ({ body }) => {
    replayed(body);
    const reply = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z', checks: 2880, judged: 2880 };
    const alerts = [{ raisedAt: '2026-01-02T10:00:00.000Z', resetAt: '2026-01-02T10:20:00.000Z' }];
    return { ...reply, alerts, missing: null, points: [] };
  },
  listDrafts: () => [],
  readDraft: ({ params: { id } }) =>
    stored[id] === undefined ? new MockRefusal('not_found') : ({ id, ...stored[id] } as never),
  keepEditor: () => [],
  saveDraft: ({ params, body }) => {
    stored[params.id] = body as never;
    return { resultCode: 'SUCCESS', revision: body.revision, updatedAt: '2026-01-01T00:00:00.000Z' };
  },
  removeDraft: () => ({ resultCode: 'SUCCESS' }),
  listChannelChoices: () => [],
};
const server = setupServer(
  http.get('*/locales/en-us.json', () => HttpResponse.json(words)),
  // Sent when the page goes, after the replies of its test are gone.
  ...mockApi({ closeEditor: () => ({ resultCode: 'SUCCESS' }), listPublishedScreens: () => [] }),
);

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
// What the build has at hand is compiled here when it is first fetched: that is not what these wait for.
beforeAll(
  () => Promise.all([loadFlow('cloud-monitor'), loadFlow('cloud-monitor-condition'), import('./row-flow.tsx')]),
  60_000,
);
beforeEach(() => {
  stored = {};
  localStorage.clear();
  server.use(...mockApi(replies));
  window.history.replaceState(null, '', '#/wizard/cloudMonitor/7');
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

async function atConditions(draft?: string): Promise<UserEvent> {
  const user = userEvent.setup();
  await act(async () =>
    render(
      <MantineProvider env="test">
        <FlowHost
          flowId="cloud-monitor"
          mode="EDIT"
          subject="7"
          {...(draft === undefined ? {} : { draft })}
          onEnded={() => undefined}
        />
      </MantineProvider>,
    ),
  );
  if (draft === undefined) {
    await screen.findByRole('heading', { level: 1, name: 'Setup' }, { timeout: 30_000 });
    await user.click(screen.getByRole('button', { name: /Conditions/ }));
  }
  await screen.findByRole('heading', { level: 1, name: 'Conditions' }, { timeout: 30_000 });
  return user;
}

const soon = { timeout: 30_000 };
const dialog = () => screen.findByRole('dialog', {}, soon);
const nameIn = async () => within(await dialog()).findByRole('textbox', { name: /^Condition name/ });

describe('a condition of a monitor', () => {
  it('opens by a click on its row, and is changed there and nowhere else (F08-35, F08-53)', async () => {
    // React reports a form in a form here, once for each file.
    const complain = vi.spyOn(console, 'error');
    const user = await atConditions();
    await user.click(await screen.findByText('Gateway is down'));
    const name = await nameIn();
    expect(complain.mock.calls).toEqual([]);
    await user.clear(name);
    await user.type(name, 'Gateway is gone');
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), soon);
    expect(screen.getByText('Gateway is down')).toBeTruthy();

    await user.click(screen.getByText('Gateway is down'));
    const again = await nameIn();
    await user.clear(again);
    await user.type(again, 'Gateway is gone');
    await user.click(within(await dialog()).getByRole('combobox', { name: /^Severity/ }));
    await user.click(await screen.findByRole('option', { name: 'Minor' }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), soon);
    expect(screen.getByText('Gateway is gone')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Conditions');
    await waitFor(() => {
      const [draft] = Object.values(stored);
      expect(draft?.snapshot.context.answers['conditions']).toMatchObject({
        conditions: [{ id: 3, conditionName: 'Gateway is gone', severity: 'MINOR', monitorType: 'PING', runCount: 3 }],
      });
      expect(draft?.snapshot.nested).toBeUndefined();
    }, soon);
  });

  it.each(['Edit Gateway is down', 'Add a condition'])(
    'is read from its heading, and leads back to “%s”, where it was opened',
    async (name) => {
      const user = await atConditions();
      await user.click(await screen.findByRole('button', { name }));
      await nameIn();
      const heading = within(await dialog()).getByRole('heading', { level: 1 });
      // The modal takes the focus a moment after what it holds.
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(document.activeElement).toBe(heading);
      await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })), soon);
    },
    60_000,
  );

  it('is gone on with after a reload: the settings that were open, with what was chosen there (F08-03, F08-54)', async () => {
    const user = await atConditions();
    await user.click(await screen.findByRole('button', { name: 'Add a condition' }));
    await user.type(await nameIn(), 'Half-way');
    await user.click(within(await dialog()).getByRole('button', { name: 'Change settings' }));
    const times = await within(await dialog()).findByRole('textbox', { name: /^Times/ }, { timeout: 30_000 });
    await user.clear(times);
    await user.type(times, '7');
    await waitFor(() => {
      const [draft] = Object.values(stored);
      expect(draft?.snapshot.nested).toMatchObject({
        screen: 'conditions',
        pointer: '/conditions',
        index: 1,
        mode: 'NEW',
        draft: { state: 'editing.settings', context: { answers: { settings: { runCount: 7 } } } },
      });
    }, soon);
    const [id] = Object.keys(stored);
    cleanup();

    const later = await atConditions(id);
    const held = await within(await dialog()).findByRole('textbox', { name: /^Times/ }, { timeout: 30_000 });
    expect((held as HTMLInputElement).value).toBe('7');
    await later.click(within(await dialog()).getByRole('button', { name: 'Apply' }));
    expect(((await nameIn()) as HTMLInputElement).value).toBe('Half-way');
    await later.click(within(await dialog()).getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Half-way', {}, soon)).toBeTruthy();
    expect(
      screen.getByText('The check fails 7 times in a row. Resets after 10 minutes without a failure.'),
    ).toBeTruthy();
  });

  it('is replayed over the history of the stored monitor, and says when it would have fired', async () => {
    const user = await atConditions();
    await user.click(await screen.findByText('Gateway is down'));
    await user.click(await within(await dialog()).findByRole('button', { name: 'Replay over the history' }));
    expect(
      await within(await dialog()).findByText(
        'It would have been raised once over the 2,880 checks of the last 48 hours.',
      ),
    ).toBeTruthy();
    expect(replayed).toHaveBeenCalledWith({
      id: 7,
      condition: expect.objectContaining({ type: 'PingFailed', runCount: 3, conditionName: 'Gateway is down' }),
    });
  });
});
