import { Type } from 'typebox';
import { call } from './call.ts';
import { DRAFT_TITLE_LENGTH } from './draft-title.ts';
import { Closed, Done, Instant, Nullable, Text, Uuid } from './shapes.ts';

/** An unfinished flow. `snapshot` is the machine's persisted snapshot without its secrets. */
export const Draft = Type.Object({
  id: Uuid,
  flow: Type.String(),
  title: Type.String(),
  subject: Nullable(Type.String()),
  state: Type.String(),
  screenVersions: Type.Record(Type.String(), Type.String()),
  snapshot: Type.Unknown(),
  /** The revision of the stored write. */
  revision: Uuid,
  updatedAt: Instant,
});

export const draftCalls = {
  listDrafts: call({
    method: 'GET',
    path: '/draft',
    summary: 'The drafts of the signed-in user, newest first',
    query: Type.Object({ flow: Type.Optional(Text(60)), subject: Type.Optional(Text(100)) }),
    reply: Type.Array(Type.Omit(Draft, ['snapshot'])),
    errors: [],
    permission: 'session',
  }),
  readDraft: call({
    method: 'GET',
    path: '/draft/:id',
    summary: 'One draft',
    params: Type.Object({ id: Uuid }),
    reply: Draft,
    errors: [],
    permission: 'session',
  }),
  /**
   * `revision` is a new id for each write, `base` the revision it builds on; null or absent for the first write of a draft. A write whose `base` is not
   * the stored revision (another page saved in between) changes nothing. The reply has the stored revision: the caller's own if the write was stored.
   */
  saveDraft: call({
    method: 'PUT',
    path: '/draft/:id',
    summary: 'Keeps a draft',
    params: Type.Object({ id: Uuid }),
    body: Closed({
      flow: Text(60),
      title: Text(DRAFT_TITLE_LENGTH),
      subject: Type.Optional(Nullable(Text(100))),
      state: Text(200),
      screenVersions: Type.Record(Type.String(), Text(100)),
      snapshot: Type.Unknown(),
      revision: Uuid,
      base: Type.Optional(Nullable(Uuid)),
    }),
    bodyBytes: 320 * 1024,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), revision: Uuid, updatedAt: Instant }),
    errors: ['conflict'],
    permission: 'session',
  }),
  removeDraft: call({
    method: 'DELETE',
    path: '/draft/:id',
    summary: 'Drops a draft; one that is gone already is no error',
    params: Type.Object({ id: Uuid }),
    reply: Done,
    errors: [],
    permission: 'session',
  }),
};
