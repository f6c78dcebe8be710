import type { Draft } from '#engine/flow/draft.ts';

/** A draft as it is stored, in the browser and on the server. */
export interface KeptDraft {
  id: string;
  flow: string;
  /** For lists: "Add a cloud monitor". */
  title: string;
  subject: string | null;
  /** Dotted state, for lists. */
  state: string;
  screenVersions: Record<string, string>;
  snapshot: Draft;
  /** The id of this write (UUID). */
  revision: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** The browser's own copy: what the server has not acknowledged yet, or all there is for a flow before sign-in. */
export interface LocalDraft extends KeptDraft {
  /** The server's revision that it builds on; null when the server had none. */
  base: string | null;
  /** Whose it is: another person at the same browser is not offered it. */
  owner: string;
  /** The job is done: a reload shows its outcome again, and nobody is offered to go on. */
  over?: true;
}

/** What is told of a draft when somebody chooses between several. */
export type DraftLine = Pick<KeptDraft, 'id' | 'flow' | 'title' | 'subject' | 'updatedAt'>;
