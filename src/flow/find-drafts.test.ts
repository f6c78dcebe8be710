import { describe, expect, it } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import { memoryStorage } from '#tests/flows/memory-storage.ts';
import { findDraft, listDrafts, type DraftSources } from './find-drafts.ts';
import type { KeptDraft, LocalDraft } from './kept-draft.ts';
import { localDrafts } from './local-drafts.ts';
import type { ServerDrafts } from './server-drafts.ts';

const FIRST = '00000000-0000-4000-8000-000000000001';
const SECOND = '00000000-0000-4000-8000-000000000002';
const now = '2026-01-01T12:00:00.000Z';
const offline = new CallFailed('offline', 'The server cannot be reached.');
const kept = (change: Partial<LocalDraft> = {}): LocalDraft => ({
  id: 'one',
  flow: 'organization',
  title: 'Add an organization',
  subject: null,
  state: 'editing.details',
  screenVersions: {},
  snapshot: { name: 'local' } as never,
  revision: SECOND,
  updatedAt: now,
  base: FIRST,
  owner: '1',
  ...change,
});
const onServer = (revision: string): KeptDraft => ({ ...kept(), snapshot: { name: 'server' } as never, revision });

function sources(
  stored: KeptDraft | CallFailed | undefined,
  copies: LocalDraft[],
  kind: DraftSources['kind'] = 'server',
): DraftSources {
  const local = localDrafts(memoryStorage());
  for (const copy of copies) local.write(copy);
  const answer = async () => {
    if (stored instanceof CallFailed) throw stored;
    return stored;
  };
  const server: ServerDrafts = {
    read: answer,
    list: async () => [await answer()].flatMap((draft) => draft ?? []),
    save: async () => FIRST,
    remove: async () => undefined,
  };
  return { kind, owner: '1', local, server, now: () => now };
}

describe('finding a draft', () => {
  it('takes the browser’s copy where it holds what the server never got', async () => {
    expect(await findDraft(sources(onServer(FIRST), [kept()]), 'one')).toEqual({
      snapshot: { name: 'local' },
      revision: FIRST,
      sent: SECOND,
    });
  });

  it('takes the server’s when only the acknowledgement was lost, and when the browser has none', async () => {
    const expected = { snapshot: { name: 'server' }, revision: SECOND };
    expect(await findDraft(sources(onServer(SECOND), [kept()]), 'one')).toEqual(expected);
    expect(await findDraft(sources(onServer(SECOND), []), 'one')).toEqual(expected);
    expect(await findDraft(sources(undefined, []), 'one')).toBeUndefined();
  });

  it('goes on from the browser’s copy while the server cannot be reached, and fails when there is none', async () => {
    expect(await findDraft(sources(offline, [kept()]), 'one')).toMatchObject({ snapshot: { name: 'local' } });
    await expect(findDraft(sources(offline, []), 'one')).rejects.toBe(offline);
  });

  it('sees no copy of another person, and none of before sign-in that is old', async () => {
    expect(await findDraft(sources(undefined, [kept({ owner: '2' })]), 'one')).toBeUndefined();
    const old = kept({ updatedAt: '2026-01-01T10:00:00.000Z' });
    expect(await findDraft(sources(undefined, [old], 'local'), 'one')).toBeUndefined();
    expect(await findDraft(sources(undefined, [kept()], 'local'), 'one')).toBeDefined();
  });
});

describe('the drafts of a flow', () => {
  it('are those of the server and those that it never got, of the same flow and subject', async () => {
    const found = await listDrafts(
      sources(onServer(FIRST), [
        kept({ id: 'two' }),
        kept({ id: 'three', subject: '7' }),
        kept({ id: 'four', flow: 'user' }),
        kept({ id: 'five', over: true }),
      ]),
      'organization',
      null,
    );
    expect(found.map(({ id }) => id).sort()).toEqual(['one', 'two']);
  });

  it('are those of the browser while the server cannot be reached', async () => {
    expect(await listDrafts(sources(offline, [kept()]), 'organization', null)).toHaveLength(1);
  });
});
