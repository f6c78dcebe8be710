import type { DraftLine } from './kept-draft.ts';
import type { FlowSession } from './flow-session.ts';
import { dropDraft, openFlow, startNew, type FlowWish } from './open-flow.ts';
import type { LoadedFlow } from './loaded-flow.ts';

export type OpenedFlow =
  | { phase: 'opening' }
  | { phase: 'offer'; drafts: readonly DraftLine[]; loaded: LoadedFlow }
  | { phase: 'running'; session: FlowSession }
  | { phase: 'failed'; error: unknown };

/** Opens what is wished for: fetches it, offers drafts, starts a session, and starts over when asked. */
export interface FlowOpener {
  state(): OpenedFlow;
  subscribe(listener: () => void): () => void;
  /** Goes on with a draft, or looks what there is to go on with. Ends what was open. */
  open(draft?: string): void;
  /** Out of an offer: begins anew. */
  begin(): void;
  /** Out of an offer: drops one of the drafts. Throws `CallFailed`. */
  drop(id: string): Promise<void>;
  /** Ends the session; its draft stays. */
  close(): void;
}

export function flowOpener(wish: FlowWish): FlowOpener {
  const listeners = new Set<() => void>();
  let state: OpenedFlow = { phase: 'opening' };
  let leaving = new AbortController();

  function become(next: OpenedFlow): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function close(): void {
    leaving.abort();
    if (state.phase === 'running') state.session.stop();
  }

  function guarded(work: () => FlowSession): void {
    try {
      become({ phase: 'running', session: work() });
    } catch (error) {
      become({ phase: 'failed', error });
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open(draft) {
      close();
      leaving = new AbortController();
      const { signal } = leaving;
      become({ phase: 'opening' });
      openFlow(draft === undefined ? wish : { ...wish, draft }, signal).then(
        (opened) => {
          if (opened === undefined) return;
          become(
            'session' in opened
              ? { phase: 'running', session: opened.session }
              : { phase: 'offer', drafts: opened.offer, loaded: opened.loaded },
          );
        },
        (error: unknown) => {
          if (!signal.aborted) become({ phase: 'failed', error });
        },
      );
    },
    begin() {
      if (state.phase !== 'offer') return;
      const { loaded } = state;
      guarded(() => startNew(wish, loaded));
    },
    async drop(id) {
      if (state.phase !== 'offer') return;
      const { drafts, loaded } = state;
      await dropDraft(id);
      const left = drafts.filter((draft) => draft.id !== id);
      if (left.length > 0) become({ phase: 'offer', drafts: left, loaded });
      else guarded(() => startNew(wish, loaded));
    },
    close,
  };
}
