import { isCallFailed } from '#api/call-failed.ts';
import type { FlowManifest } from '#engine/flow/flow.ts';
import type { DraftLine, LocalDraft } from './kept-draft.ts';
import type { LocalDrafts } from './local-drafts.ts';
import type { ServerDrafts } from './server-drafts.ts';

export interface DraftSources {
  kind: FlowManifest['drafts'];
  owner: string;
  local: LocalDrafts;
  server: ServerDrafts;
  /** ISO 8601. */
  now(): string;
}

/** What a session resumes. `revision` is the server's that it builds on; null when the server had none. */
export interface FoundDraft {
  snapshot: unknown;
  revision: string | null;
  /** The revision of the browser's copy, which may still be on its way to the server. */
  sent?: string;
}

/** A flow that begins before sign-in is often abandoned: an old start of it is no help. */
const LOCAL_HOURS = 1;

/**
 * The draft of this id: the browser's copy where it holds what the server never got, else the server's. `undefined`
 * when there is none. Throws `CallFailed` when only the server could say.
 */
export async function findDraft(sources: DraftSources, id: string): Promise<FoundDraft | undefined> {
  if (sources.kind === 'none') return undefined;
  const copy = ownCopy(sources, sources.local.read(id));
  if (sources.kind === 'local') return copy && { snapshot: copy.snapshot, revision: copy.base };
  try {
    const stored = await sources.server.read(id);
    // Only the acknowledgement was lost: both are the same.
    const sent = copy !== undefined && stored?.revision === copy.revision;
    if (copy === undefined || sent) return stored && { snapshot: stored.snapshot, revision: stored.revision };
  } catch (error) {
    if (copy === undefined || !isCallFailed(error) || !error.retry) throw error;
  }
  return { snapshot: copy.snapshot, revision: copy.base, sent: copy.revision };
}

/** The drafts of a flow that may be gone on with, newest first. What the server cannot tell now is left out. */
export async function listDrafts(sources: DraftSources, flow: string, subject: string | null): Promise<DraftLine[]> {
  if (sources.kind === 'none') return [];
  const copies = sources.local
    .list(sources.owner)
    .flatMap((draft) => ownCopy(sources, draft) ?? [])
    .filter((draft) => draft.flow === flow && draft.subject === subject && draft.over === undefined);
  if (sources.kind === 'local') return copies;
  const stored = await sources.server.list(flow, subject).catch((error: unknown) => {
    if (isCallFailed(error) && error.retry) return [];
    throw error;
  });
  const unsent = copies.filter(({ id }) => !stored.some((draft) => draft.id === id));
  return [...unsent, ...stored].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}

function ownCopy({ kind, owner, now }: DraftSources, draft: LocalDraft | undefined): LocalDraft | undefined {
  if (draft === undefined || draft.owner !== owner) return undefined;
  const age = Date.parse(now()) - Date.parse(draft.updatedAt);
  return kind === 'local' && age > LOCAL_HOURS * 3_600_000 ? undefined : draft;
}
