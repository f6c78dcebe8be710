import { isCallFailed } from '#api/call-failed.ts';
import { newUuid } from '#api/uuid.ts';
import type { Draft } from '#engine/flow/draft.ts';
import type { FlowManifest } from '#engine/flow/flow.ts';
import type { KeptDraft } from './kept-draft.ts';
import type { LocalDrafts } from './local-drafts.ts';
import type { ServerDrafts } from './server-drafts.ts';

/**
 * `idle`: nothing to keep yet. `saving`: on its way. `saved`: acknowledged. `local`: the server cannot be reached and the
 * browser keeps it. `conflict`: another page saved it meanwhile, or dropped it. `failed`: the server will not keep it.
 */
export type DraftStatus = 'idle' | 'saving' | 'saved' | 'local' | 'conflict' | 'failed';

export interface DraftKeeperSettings {
  id: string;
  kind: FlowManifest['drafts'];
  /** What it is called where drafts are listed. */
  title(draft: Draft): string;
  subject: string | null;
  owner: string;
  /** The stored revision that this page builds on; null for a new draft. */
  revision: string | null;
  /** The write that the previous page sent without seeing the reply. If the server has it, this page builds on it. */
  sent?: string | undefined;
  local: LocalDrafts;
  server: ServerDrafts;
  /** ISO 8601. */
  now(): string;
  onStatus(status: DraftStatus): void;
}

export interface DraftKeeper {
  status(): DraftStatus;
  /** Keeps it in the browser at once and on the server soon (`pause` ms, 600 unless said). */
  keep(draft: Draft, pause?: number): void;
  /** The job is done: the browser alone keeps the outcome, for a reload. */
  keepOutcome(draft: Draft): void;
  /** Resolves when the server has acknowledged, or has said why not. */
  flush(): Promise<void>;
  /** Drops it here and there: the flow has ended, or the person wants it gone. */
  discard(): Promise<void>;
  /** In a conflict: this page's version shall stand. */
  keepMine(): Promise<void>;
  /** In a conflict: the other version shall stand, and this page's copy goes. */
  forgetMine(): Promise<void>;
  /** Saves no more; what the browser keeps stays. */
  stop(): void;
}

const PAUSE = 600;
const FIRST_RETRY = 2000;
const LONGEST_RETRY = 30_000;

export function draftKeeper(settings: DraftKeeperSettings): DraftKeeper {
  const { id, kind, local, server } = settings;
  let status: DraftStatus = 'idle';
  let latest: KeptDraft | undefined;
  /** The last revision that the server acknowledged. */
  let base = settings.revision;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let under: Promise<void> | undefined;
  let retries = 0;
  let stopped = false;

  function become(next: DraftStatus): void {
    if (status === next) return;
    status = next;
    settings.onStatus(next);
  }

  function later(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), pause);
  }

  // One request at a time: each write builds on the one before, and a slow network carries the latest alone.
  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    under ??= sendLatest().finally(() => (under = undefined));
    return under;
  }

  async function sendLatest(): Promise<void> {
    const sent = latest;
    if (sent === undefined || stopped) return;
    if (sent.revision !== base) {
      become('saving');
      try {
        const stored = await server.save(sent, base);
        if (stopped) return;
        if (stored !== sent.revision) {
          if (stored !== settings.sent || stored === base) return become('conflict');
          buildOn(stored);
          return sendLatest();
        }
        base = stored;
        retries = 0;
      } catch (error) {
        return stopped ? undefined : notSent(error);
      }
      // What changed meanwhile goes next.
      return sendLatest();
    }
    local.remove(id);
    become('saved');
  }

  function buildOn(stored: string): void {
    base = stored;
    if (latest !== undefined) write(latest.snapshot);
  }

  function notSent(error: unknown): void {
    if (isCallFailed(error, 'conflict')) return become('conflict');
    if (!isCallFailed(error) || !error.retry) return become('failed');
    become('local');
    later(Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** retries));
    retries += 1;
  }

  function write(snapshot: Draft, over?: true): KeptDraft {
    const revision = newUuid();
    const { subject, owner } = settings;
    const { flow, state, screenVersions } = snapshot;
    const title = settings.title(snapshot);
    latest = { id, flow, title, subject, state, screenVersions, snapshot, revision, updatedAt: settings.now() };
    local.write({ ...latest, base, owner, ...(over && { over }) });
    return latest;
  }

  async function drop(): Promise<void> {
    if (kind !== 'server' || (latest === undefined && settings.revision === null)) return;
    // A save still under way must not come after the removal.
    await under;
    await server.remove(id);
  }

  return {
    status: () => status,
    keep(draft, pause = PAUSE) {
      if (stopped || kind === 'none') return;
      const kept = write(draft);
      if (kind === 'local') return become(local.read(id)?.revision === kept.revision ? 'saved' : 'failed');
      // Until the person has chosen between the two versions, none overwrites the other.
      if (status !== 'conflict') later(pause);
    },
    keepOutcome(draft) {
      if (stopped || kind === 'none') return;
      stopped = true;
      clearTimeout(timer);
      write(draft, true);
      become('idle');
      // A draft that cannot be removed now ages out.
      drop().catch(() => undefined);
    },
    async flush() {
      if (kind === 'server' && status !== 'conflict' && !stopped) await send();
    },
    async discard() {
      stopped = true;
      clearTimeout(timer);
      local.remove(id);
      await drop();
    },
    async keepMine() {
      if (latest === undefined) return;
      const stored = await server.read(id);
      // Finished or dropped elsewhere: it stays so, whoever still has it open.
      if (stored === undefined) return become('failed');
      buildOn(stored.revision);
      become('saving');
      await send();
    },
    async forgetMine() {
      stopped = true;
      clearTimeout(timer);
      await under;
      local.remove(id);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
