import { callApi } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import type { DraftLine, KeptDraft } from './kept-draft.ts';

/** The drafts that the server keeps for the signed-in user. Its calls throw `CallFailed`. */
export interface ServerDrafts {
  /** `undefined` when there is none (any more). */
  read(id: string): Promise<KeptDraft | undefined>;
  list(flow: string, subject: string | null): Promise<DraftLine[]>;
  /** The revision that is stored now: this one, or another page's that was there first. */
  save(draft: KeptDraft, base: number): Promise<number>;
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
    const body = { flow, title, subject, state, screenVersions, snapshot, revision };
    // Nothing is stored before the first save, so there is nothing to compare with.
    const reply = await callApi('saveDraft', { params: { id }, body: base === 0 ? body : { ...body, base } });
    return reply.revision;
  },
  async remove(id) {
    await callApi('removeDraft', { params: { id } });
  },
};
