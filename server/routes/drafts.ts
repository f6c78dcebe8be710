import type { draftCalls } from '#api/contract/drafts.ts';
import { signedIn } from '../access/signed-in.ts';
import { listDrafts, readDraft, removeDraft, saveDraft } from '../drafts/drafts.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const draftHandlers: Handlers<keyof typeof draftCalls> = {
  listDrafts: ({ db, actor, now }, { query }) => listDrafts(db, signedIn(actor).userId, query, now),
  readDraft: ({ db, services, actor, now }, { params }) =>
    readDraft(db, services.secrets, signedIn(actor).userId, params.id, now),
  // Drafts are the user's own scratch paper: typing would drown the audit trail, so neither call writes a row.
  saveDraft: async ({ db, actor, services, now, announce }, { params, body }) => {
    const { userId } = signedIn(actor);
    const { changed, ...kept } = await saveDraft(db, services, userId, params.id, body, now);
    if (changed) await announce('draft', [params.id]);
    return { ...done, ...kept };
  },
  removeDraft: async ({ db, actor, now, announce }, { params }) => {
    if (await removeDraft(db, signedIn(actor).userId, params.id, now)) await announce('draft', [params.id]);
    return done;
  },
};
