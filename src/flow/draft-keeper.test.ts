import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import type { Draft } from '#engine/flow/draft.ts';
import { memoryStorage } from '#tests/flows/memory-storage.ts';
import { draftKeeper, type DraftKeeperSettings } from './draft-keeper.ts';
import type { KeptDraft } from './kept-draft.ts';
import { localDrafts } from './local-drafts.ts';
import type { ServerDrafts } from './server-drafts.ts';

const draft = (name: string): Draft => ({
  flow: 'organization',
  state: 'editing.details',
  context: {
    instance: 'one',
    mode: 'NEW',
    now: '',
    answers: { details: { name } },
    attempt: 0,
    passed: [],
    words: {},
    shown: {},
  },
  screenVersions: {},
  lost: {},
});

/** Keeps drafts as the server does: a write from another revision than the stored one changes nothing. */
function fakeServer() {
  const stored = new Map<string, KeptDraft>();
  const server = {
    stored,
    saves: [] as string[],
    failing: undefined as unknown,
    read: async (id: string) => stored.get(id),
    list: async () => [...stored.values()],
    async save(given: KeptDraft, base: string | null) {
      if (server.failing !== undefined) throw server.failing;
      const before = stored.get(given.id);
      if (before !== undefined && before.revision !== base) return before.revision;
      stored.set(given.id, structuredClone(given));
      server.saves.push(nameIn(given));
      return given.revision;
    },
    remove: async (id: string) => void stored.delete(id),
  };
  return server satisfies ServerDrafts;
}

const nameIn = ({ snapshot }: Pick<KeptDraft, 'snapshot'>) => String(snapshot.context.answers['details']?.['name']);

function setting(server: ServerDrafts, more: Partial<DraftKeeperSettings> = {}) {
  const storage = memoryStorage();
  const statuses: string[] = [];
  const keeper = draftKeeper({
    id: 'one',
    kind: 'server',
    title: () => 'Add an organization',
    subject: null,
    owner: '1',
    revision: null,
    local: localDrafts(storage),
    server,
    now: () => '2026-01-01T00:00:00.000Z',
    onStatus: (status) => statuses.push(status),
    ...more,
  });
  return { keeper, storage, statuses };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the keeper of a draft', () => {
  it('keeps it in the browser at once and on the server after a pause, the latest alone', async () => {
    const server = fakeServer();
    const { keeper, storage, statuses } = setting(server);
    keeper.keep(draft('N'));
    keeper.keep(draft('Northwind'));
    expect(storage.length).toBe(1);
    expect(server.saves).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(server.saves).toEqual(['Northwind']);
    expect(statuses).toEqual(['saving', 'saved']);
    expect(storage.length).toBe(0);
  });

  it('sends what changed while a save was under way, one request after the other', async () => {
    const server = fakeServer();
    const { keeper } = setting(server);
    keeper.keep(draft('one'), 0);
    await vi.advanceTimersByTimeAsync(0);
    keeper.keep(draft('two'), 0);
    keeper.keep(draft('three'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.saves).toEqual(['one', 'three']);
  });

  it('keeps it in the browser while the server cannot be reached, and sends it later', async () => {
    const server = fakeServer();
    server.failing = new CallFailed('offline', 'The server cannot be reached.');
    const { keeper, storage } = setting(server);
    keeper.keep(draft('Northwind'));
    await vi.advanceTimersByTimeAsync(600);
    expect(keeper.status()).toBe('local');
    expect(storage.length).toBe(1);
    server.failing = undefined;
    await vi.advanceTimersByTimeAsync(2000);
    expect(keeper.status()).toBe('saved');
    expect(server.saves).toEqual(['Northwind']);
  });

  it('says when the server will not keep it', async () => {
    const server = fakeServer();
    server.failing = new CallFailed('payload_too_large', 'The request is too large.', { status: 413 });
    const { keeper } = setting(server);
    keeper.keep(draft('Northwind'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.status()).toBe('failed');
  });

  it('overwrites nothing that another page saved meanwhile, until the person says whose version stands', async () => {
    const server = fakeServer();
    const first = setting(server);
    first.keeper.keep(draft('of this page'), 0);
    await vi.advanceTimersByTimeAsync(0);
    const { revision } = server.stored.get('one') ?? { revision: null };
    const second = setting(server, { revision });
    second.keeper.keep(draft('of another page'), 0);
    await vi.advanceTimersByTimeAsync(0);
    first.keeper.keep(draft('of this page, later'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(first.keeper.status()).toBe('conflict');
    first.keeper.keep(draft('of this page, later still'), 0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.saves.at(-1)).toBe('of another page');
    await first.keeper.keepMine();
    expect(server.saves.at(-1)).toBe('of this page, later still');
    expect(first.keeper.status()).toBe('saved');
  });

  it('builds on what the previous page had sent, when that write arrives late', async () => {
    const server = fakeServer();
    const before = setting(server);
    before.keeper.keep(draft('of the page before'), 0);
    await vi.advanceTimersByTimeAsync(0);
    const [late] = [...server.stored.values()].map(({ revision }) => revision);
    const after = setting(server, { sent: late });
    after.keeper.keep(draft('of this page'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(after.keeper.status()).toBe('saved');
    expect(server.saves).toEqual(['of the page before', 'of this page']);
    before.keeper.keep(draft('of the page before, later still'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(before.keeper.status()).toBe('conflict');
  });

  it('reports a conflict to the second of two pages that save from the same revision', async () => {
    const server = fakeServer();
    const begun = setting(server);
    begun.keeper.keep(draft('begun'), 0);
    await vi.advanceTimersByTimeAsync(0);
    const { revision } = server.stored.get('one') ?? { revision: null };
    const [first, second] = [setting(server, { revision }), setting(server, { revision })];
    first.keeper.keep(draft('of the first page'), 0);
    second.keeper.keep(draft('of the second page'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect([first.keeper.status(), second.keeper.status()]).toEqual(['saved', 'conflict']);
    expect(localDrafts(second.storage).read('one')).toBeDefined();
  });

  it('does not bring back what was finished or dropped elsewhere', async () => {
    const server = fakeServer();
    server.failing = new CallFailed('conflict', 'Somebody else changed this meanwhile.', { status: 409 });
    const { keeper } = setting(server);
    keeper.keep(draft('Northwind'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.status()).toBe('conflict');
    await keeper.keepMine();
    expect(keeper.status()).toBe('failed');
  });

  it('drops it here and there, and no save comes after', async () => {
    const server = fakeServer();
    const { keeper, storage } = setting(server);
    keeper.keep(draft('Northwind'), 0);
    await vi.advanceTimersByTimeAsync(0);
    keeper.keep(draft('Northwind 2'));
    await keeper.discard();
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.stored.size).toBe(0);
    expect(storage.length).toBe(0);
  });

  it('keeps the outcome of a job that is done in the browser alone', async () => {
    const server = fakeServer();
    const { keeper, storage } = setting(server);
    keeper.keep(draft('Northwind'), 0);
    await vi.advanceTimersByTimeAsync(0);
    keeper.keepOutcome(draft('Northwind, saved'));
    keeper.keep(draft('late'), 0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.stored.size).toBe(0);
    expect(localDrafts(storage).list('1')).toMatchObject([{ over: true }]);
    expect(keeper.status()).toBe('idle');
  });

  it('breaks nothing when the browser has no room', async () => {
    const server = fakeServer();
    const { keeper, storage } = setting(server);
    storage.full = true;
    keeper.keep(draft('Northwind'), 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(keeper.status()).toBe('saved');
  });

  it('asks no server for a flow before sign-in, and keeps nothing of one whose answers are all secret', () => {
    const server = fakeServer();
    const before = setting(server, { kind: 'local' });
    before.keeper.keep(draft('Northwind'), 0);
    expect([before.keeper.status(), before.storage.length]).toEqual(['saved', 1]);
    const secret = setting(server, { kind: 'none' });
    secret.keeper.keep(draft('Northwind'), 0);
    expect([secret.keeper.status(), secret.storage.length]).toEqual(['idle', 0]);
    vi.runAllTimers();
    expect(server.saves).toEqual([]);
  });
});
