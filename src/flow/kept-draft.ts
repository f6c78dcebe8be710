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
  revision: number;
  /** ISO 8601. */
  updatedAt: string;
}

/** The browser's own copy: what the server has not acknowledged yet, or all there is for a flow before sign-in. */
export interface LocalDraft extends KeptDraft {
  /** The revision on the server that it was made from. */
  base: number;
  /** Whose it is: another person at the same browser is not offered it. */
  owner: string;
  /** The job is done: a reload shows its outcome again, and nobody is offered to go on. */
  over?: true;
}

/** What is told of a draft when somebody chooses between several. */
export type DraftLine = Pick<KeptDraft, 'id' | 'flow' | 'title' | 'subject' | 'updatedAt'>;

const STEP = 1000;

/**
 * The next revision. Its last three digits are this page's own, so that two pages that go on from the same revision
 * never write the same one, and each can tell its own write from the other's.
 */
export function nextRevision(before: number, page: number): number {
  return (Math.floor(before / STEP) + 1) * STEP + (page % STEP);
}
