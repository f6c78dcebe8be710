import { callApi } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import type { DraftLine, KeptDraft } from './kept-draft.ts';

/** The drafts that the server keeps for the signed-in user. Its calls throw `CallFailed`. */
export interface ServerDrafts {
  /** `undefined` when there is none (any more). */
  read(id: string): Promise<KeptDraft | undefined>;
  list(flow: string, subject: string | null): Promise<DraftLine[]>;
  /** Replies with the stored revision: this write's, or another page's that came first. */
  save(draft: KeptDraft, base: string | null): Promise<string>;
  remove(id: string): Promise<void>;
}

export const serverDrafts: ServerDrafts = {
  async read(id) {
    try {
      return (await callApi('readDraft', { params: { id } })) as KeptDraft;
    } catch (error) {
      if (isCallFailed(error, 'not_found')) return undefined;
      throw error;
    }
  },
  async list(flow, subject) {
    const drafts = await callApi('listDrafts', { query: { flow, ...(subject === null ? {} : { subject }) } });
    return drafts.filter((draft) => draft.subject === subject);
  },
  async save(draft, base) {
    const { id, flow, title, subject, state, screenVersions, snapshot, revision } = draft;
    const body = { flow, title, subject, state, screenVersions, snapshot, revision, base };
    const reply = await callApi('saveDraft', { params: { id }, body });
    return reply.revision;
  },
  async remove(id) {
    await callApi('removeDraft', { params: { id } });
  },
};
