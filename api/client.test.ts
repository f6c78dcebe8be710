// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callApi, onSessionEnded, resumeCalls } from './client.ts';
import { watchPerson } from './idle.ts';
import { mockApi, MockRefusal, networkFailure } from './mock.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const done = { resultCode: 'SUCCESS' } as const;
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('a call', () => {
  it('fills the path, sends the query without what is empty, and answers the reply', async () => {
    server.use(
      mockApi({
        listMonitors: ({ query }) => ({ items: [], total: Number(query.limit) + Object.keys(query).length }),
      })[0] as never,
    );
    expect(await callApi('listMonitors', { query: { limit: 5, search: '' } })).toEqual({ items: [], total: 6 });
  });

  it('refuses to be made without a parameter of its path', async () => {
    await expect(callApi('readMonitor', { params: { id: undefined as never } })).rejects.toThrow('no "id"');
  });

  it('sends a given idempotency key, else one of its own', async () => {
    const keys: (string | null)[] = [];
    server.use(
      ...mockApi({
        removeMonitor: ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return done;
        },
      }),
    );
    await callApi('removeMonitor', { params: { id: 1 } }, { idempotencyKey: 'mine' });
    await callApi('removeMonitor', { params: { id: 1 } });
    expect(keys[0]).toBe('mine');
    expect(keys[1]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('says how long nobody touched the page, so that what the page does by itself is no activity', async () => {
    const said: (string | null)[] = [];
    server.use(
      http.get('*/api/draft', ({ request }) => {
        said.push(request.headers.get('cairn-idle-seconds'));
        return HttpResponse.json([]);
      }),
    );
    await callApi('listDrafts');
    vi.useFakeTimers({ toFake: ['Date'] });
    const leave = watchPerson(window);
    try {
      vi.setSystemTime(Date.now() + 90_000);
      await callApi('listDrafts');
      document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
      await callApi('listDrafts');
    } finally {
      leave();
      vi.useRealTimers();
    }
    expect(said).toEqual([null, '90', null]);
  });

  it('fails with the code, the words and the fields of the refusal', async () => {
    server.use(
      ...mockApi({
        addOrganization: () => new MockRefusal('organization_name_in_use', { fields: { '/name': 'Taken' } }),
      }),
    );
    expect(await failureOf(callApi('addOrganization', { body: { name: 'Acme', locations: [] } }))).toMatchObject({
      code: 'organization_name_in_use',
      status: 409,
      message: 'An organization with this name already exists.',
      fields: { '/name': 'Taken' },
      retry: false,
    });
  });

  it('says how long to wait when there were too many', async () => {
    server.use(...mockApi({ signIn: () => new MockRefusal('rate_limited', { retryAfter: 12 }) }));
    expect(await failureOf(callApi('signIn', { body: { email: 'a@b.c', password: 'x' } }))).toMatchObject({
      code: 'rate_limited',
      retryAfter: 12,
      retry: true,
    });
  });

  it('repeats one that can be repeated, with the same key, after the network failed', async () => {
    const keys: (string | null)[] = [];
    server.use(
      ...mockApi({
        removeMonitor: ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          return keys.length === 1 ? networkFailure : done;
        },
      }),
    );
    expect(await callApi('removeMonitor', { params: { id: 1 } })).toEqual(done);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('never repeats one that would do something twice', async () => {
    let made = 0;
    server.use(
      ...mockApi({
        testMonitor: () => {
          made += 1;
          return networkFailure;
        },
      }),
    );
    expect(await failureOf(callApi('testMonitor', { body: { monitor: {} as never } }))).toMatchObject({
      code: 'offline',
      status: 0,
      retry: true,
    });
    expect(made).toBe(1);
  });

  it('knows an answer that is not ours', async () => {
    server.use(http.get('*/api/session', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 500 })));
    expect(await failureOf(callApi('readSession'))).toMatchObject({ code: 'unreadable', status: 500 });
  });

  it('is given up by its signal', async () => {
    server.use(...mockApi({ readSession: () => new Promise(() => undefined) }));
    const leaving = new AbortController();
    const failed = failureOf(callApi('readSession', undefined, { signal: leaving.signal }));
    leaving.abort();
    expect(await failed).toMatchObject({ code: 'cancelled' });
  });
});

describe('a call of an ended session', () => {
  it('fails at once while nobody asks the person', async () => {
    server.use(...mockApi({ listDrafts: () => new MockRefusal('not_signed_in') }));
    expect(await failureOf(callApi('listDrafts', { query: {} }))).toMatchObject({ code: 'not_signed_in' });
  });

  it('waits, and is sent again with its key after the person signed in', async () => {
    let signedIn = false;
    const keys = new Set<string | null>();
    const refusing = ({ idempotencyKey }: { idempotencyKey: string | null }) => {
      keys.add(idempotencyKey);
      return signedIn ? done : new MockRefusal('not_signed_in');
    };
    server.use(...mockApi({ removeMonitor: refusing }));
    let asked = 0;
    const leave = onSessionEnded(() => {
      asked += 1;
      signedIn = true;
      setTimeout(() => resumeCalls(true), 5);
    });
    expect(await callApi('removeMonitor', { params: { id: 1 } })).toEqual(done);
    leave();
    expect(asked).toBe(1);
    expect(keys.size).toBe(1);
  });

  it('fails when the person would rather leave', async () => {
    server.use(...mockApi({ listDrafts: () => new MockRefusal('not_signed_in') }));
    const leave = onSessionEnded(() => setTimeout(() => resumeCalls(false), 5));
    expect(await failureOf(callApi('listDrafts', { query: {} }))).toMatchObject({ code: 'not_signed_in' });
    leave();
  });
});
