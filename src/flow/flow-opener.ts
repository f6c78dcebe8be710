import type { DraftLine } from './kept-draft.ts';
import type { FlowSession } from './flow-session.ts';
import { dropDraft, openFlow, startNew, type FlowWish } from './open-flow.ts';
import type { LoadedFlow } from './loaded-flow.ts';
import { valueActor, type ValueActor } from './value-actor.ts';

export type OpenedFlow =
  | { phase: 'opening' }
  | { phase: 'offer'; drafts: readonly DraftLine[]; loaded: LoadedFlow }
  | { phase: 'running'; session: FlowSession }
  | { phase: 'failed'; error: unknown };

/** Opens what is wished for: fetches it, offers drafts, starts a session, and starts over when asked. */
export interface FlowOpener {
  readonly opened: ValueActor<OpenedFlow>;
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
  const opened = valueActor<OpenedFlow>({ phase: 'opening' });
  const state = () => opened.getSnapshot().context;
  let leaving = new AbortController();

  function become(value: OpenedFlow): void {
    opened.send({ type: 'changed', value });
  }

  function close(): void {
    leaving.abort();
    const now = state();
    if (now.phase === 'running') now.session.stop();
  }

  function guarded(work: () => FlowSession): void {
    try {
      become({ phase: 'running', session: work() });
    } catch (error) {
      become({ phase: 'failed', error });
    }
  }

  return {
    opened,
    open(draft) {
      close();
      leaving = new AbortController();
      const { signal } = leaving;
      become({ phase: 'opening' });
      openFlow(draft === undefined ? wish : { ...wish, draft }, signal).then(
        (found) => {
          if (found === undefined) return;
          become(
            'session' in found
              ? { phase: 'running', session: found.session }
              : { phase: 'offer', drafts: found.offer, loaded: found.loaded },
          );
        },
        (error: unknown) => {
          if (!signal.aborted) become({ phase: 'failed', error });
        },
      );
    },
    begin() {
      const now = state();
      if (now.phase !== 'offer') return;
      const { loaded } = now;
      guarded(() => startNew(wish, loaded));
    },
    async drop(id) {
      const now = state();
      if (now.phase !== 'offer') return;
      const { drafts, loaded } = now;
      await dropDraft(id);
      const left = drafts.filter((draft) => draft.id !== id);
      if (left.length > 0) become({ phase: 'offer', drafts: left, loaded });
      else guarded(() => startNew(wish, loaded));
    },
    close,
  };
}
