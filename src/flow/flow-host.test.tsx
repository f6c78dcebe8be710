// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MockRefusal, mockApi, type MockReplies } from '#api/mock.ts';
import type { FlowOutput } from '#engine/flow/flow.ts';
import words from '../public/locales/en-us.json';
import './console-flows.ts';
import { FlowEndProvider, type EndTold } from './flow-end.ts';
import { FlowHost, type FlowHostProps } from './flow-host.tsx';

// It needs the signed-in user's language and zone, which are not of interest here.
vi.mock('../parts/when.tsx', () => ({ When: ({ at }: { at: string }) => at }));
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/["\\]/g, '\\$&') });
Element.prototype.scrollIntoView = () => undefined;

const server = setupServer(
  http.get('*/locales/en-us.json', () => HttpResponse.json(words)),
  // Sent when the page goes, after the replies of its test are gone.
  ...mockApi({ closeEditor: () => ({ resultCode: 'SUCCESS' }), listPublishedScreens: () => [] }),
);
interface Stored {
  [id: string]: {
    flow: string;
    title: string;
    subject: string | null;
    revision: string;
    snapshot: unknown;
    state: string;
  };
}
let stored: Stored = {};

/** The server's drafts, kept as it keeps them. */
const drafts: MockReplies = {
  listDrafts: ({ query }) =>
    Object.entries(stored)
      .filter(([, draft]) => draft.flow === query.flow)
      .map(([id, { flow, title, subject, revision, state }]) => ({
        id,
        flow,
        title,
        subject,
        revision,
        state,
        screenVersions: {},
        updatedAt: '2026-01-01T00:00:00.000Z',
      })) as never,
  readDraft: ({ params }) => {
    const draft = stored[params.id];
    return draft === undefined
      ? new MockRefusal('not_found')
      : ({ id: params.id, ...draft, screenVersions: {}, updatedAt: '2026-01-01T00:00:00.000Z' } as never);
  },
  keepEditor: () => [],
  saveDraft: ({ params, body }) => {
    stored[params.id] = body as never;
    return { resultCode: 'SUCCESS', revision: body.revision, updatedAt: '2026-01-01T00:00:00.000Z' };
  },
  removeDraft: ({ params }) => {
    delete stored[params.id];
    return { resultCode: 'SUCCESS' };
  },
};

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  stored = {};
  localStorage.clear();
  window.history.replaceState(null, '', '#/editor/customer');
  server.use(...mockApi(drafts));
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

/** The toasts. */
let told: EndTold[] = [];

async function open(props: Partial<FlowHostProps> = {}) {
  const user = userEvent.setup();
  const ended: FlowOutput[] = [];
  told = [];
  await act(async () =>
    render(
      <MantineProvider env="test">
        <FlowEndProvider value={(end) => told.push(end)}>
          <FlowHost flowId="organization" mode="NEW" onEnded={(output) => ended.push(output)} {...props} />
        </FlowEndProvider>
      </MantineProvider>,
    ),
  );
  return { user, ended };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 30_000 });
/** The first of this name: what stands in the header comes before the step. */
function press(name: string): HTMLElement {
  const [first] = screen.getAllByRole('button', { name });
  if (first === undefined) throw new Error(`there is no button "${name}"`);
  return first;
}

async function toLocations() {
  const opened = await open();
  await heading('Details');
  await opened.user.type(screen.getByLabelText(/^Name/), 'Northwind');
  await opened.user.click(press('Next'));
  await heading('Locations');
  return opened;
}

describe('a flow in the full screen', () => {
  it('goes from step to step, each an entry of the address, and Back of the browser leads back', async () => {
    const { user } = await toLocations();
    expect(window.location.hash).toMatch(/^#\/editor\/customer\?draft=[0-9a-f-]{36}&step=locations$/);
    await act(async () => window.history.back());
    await heading('Details');
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Northwind');
    await act(async () => window.history.forward());
    await heading('Locations');
    await user.click(press('Next'));
    await heading('Confirm');
  });

  it('saves, drops its draft, and ends with a toast at the page of what was saved (A8)', async () => {
    server.use(...mockApi({ addOrganization: () => ({ resultCode: 'SUCCESS', client: { id: 9 } }) as never }));
    const { user, ended } = await toLocations();
    await waitFor(() => expect(Object.keys(stored)).toHaveLength(1));
    await user.click(press('Next'));
    await heading('Confirm');
    await user.click(press(words.flow.save));
    await waitFor(() => expect(ended).toHaveLength(1));
    expect(ended).toMatchObject([{ outcome: 'finished', next: '/customerDashboard/9/overview' }]);
    expect(told).toEqual([
      {
        message: 'Northwind is added.',
        offer: {
          label: 'Add its first monitor',
          to: '/editor/cloudMonitor?setup.clientId=9',
          need: 'NODE:Create',
        },
      },
    ]);
    await waitFor(() => expect(stored).toEqual({}));
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });

  it('shows what the server refused at its field, with every answer kept', async () => {
    server.use(
      ...mockApi({
        addOrganization: () => new MockRefusal('organization_name_in_use', { fields: { '/name': 'It exists.' } }),
      }),
    );
    const { user } = await toLocations();
    await user.click(press('Next'));
    await heading('Confirm');
    await user.click(press('Save'));
    await heading('Details');
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Northwind');
    expect(screen.getAllByText(/It exists\./).length).toBeGreaterThan(0);
  });

  it('is gone on with where it was left, from the address', async () => {
    await toLocations();
    await waitFor(() => expect(Object.values(stored)[0]?.state).toBe('editing.locations'));
    cleanup();
    await open();
    expect(await heading('Locations')).toBeDefined();
  });

  it('offers its drafts when it is opened anew, and begins anew when asked', async () => {
    await toLocations();
    await waitFor(() => expect(Object.values(stored)[0]?.state).toBe('editing.locations'));
    cleanup();
    window.history.replaceState(null, '', '#/editor/customer');
    const { user } = await open();
    await heading(words.flow.offerTitle_one);
    await user.click(press(words.flow.begin));
    await heading('Details');
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', '');
  });

  it('asks before it is left with answers (C01-09): staying keeps everything, discarding drops the draft', async () => {
    const { user, ended } = await toLocations();
    await user.click(press(words.flow.close));
    await user.click(await screen.findByRole('button', { name: words.flow.stay }));
    expect(ended).toEqual([]);
    await user.click(press(words.flow.close));
    await user.click(await screen.findByRole('button', { name: words.flow.discard }));
    await waitFor(() => expect(ended).toEqual([{ outcome: 'closed' }]));
    await waitFor(() => expect(stored).toEqual({}));
  });

  it('keeps the draft when it is left and asked to', async () => {
    const { user, ended } = await toLocations();
    await user.click(press(words.flow.close));
    await user.click(await screen.findByRole('button', { name: words.flow.keep }));
    await waitFor(() => expect(ended).toEqual([{ outcome: 'closed' }]));
    await waitFor(() => expect(Object.values(stored)[0]?.state).toBe('editing.locations'));
  });

  it('closes at once when nothing was answered (C01-10)', async () => {
    const { user, ended } = await open();
    await heading('Details');
    await user.click(press(words.flow.close));
    await waitFor(() => expect(ended).toEqual([{ outcome: 'closed' }]));
  });

  it('says why it could not be opened and tries again', async () => {
    server.use(...mockApi({ listDrafts: () => new MockRefusal('forbidden') }));
    const { user } = await open();
    await screen.findByText(words.flow.failed);
    server.use(...mockApi(drafts));
    await user.click(press(words.failure.retry));
    expect(await heading('Details')).toBeDefined();
  });
});
