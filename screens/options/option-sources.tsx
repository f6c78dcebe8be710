import { createContext, use, useEffect, useState, type ComponentType } from 'react';

export interface Option {
  value: string | number;
  label: string;
  description?: string;
  /** The one that most people mean: a required field begins with it. */
  main?: true;
}

/** Fetches the choices of a field. `dependsOn` is the value of the field that it depends on, if any. */
export type OptionSource = (dependsOn: unknown, signal: AbortSignal) => Promise<readonly Option[]>;
export type OptionSources = Record<string, OptionSource>;

const OptionSourcesContext = createContext<OptionSources>({});

/** Fills the named option sources of the screen documents. */
export const OptionSourcesProvider = OptionSourcesContext.Provider;

/** The flow that adds a choice to a source; it answers with what was added, or with nothing. */
export interface OptionFiller {
  /** "Add an organization" */
  label: string;
  /** `within`: the value of the field that the source depends on. */
  Flow: ComponentType<{ within: unknown; onEnded(added: Option['value'] | undefined): void }>;
}

const OptionFillersContext = createContext<Readonly<Record<string, OptionFiller>>>({});

/** The flows that fill the named sources; of those alone that this person may add to. */
export const OptionFillersProvider = OptionFillersContext.Provider;

export function useFiller(source: string): OptionFiller | undefined {
  return use(OptionFillersContext)[source];
}

export type OptionsState =
  | { status: 'loading'; options: readonly Option[] }
  | { status: 'ready'; options: readonly Option[] }
  | { status: 'failed'; options: readonly Option[]; reason: string };

const LOADING: OptionsState = { status: 'loading', options: [] };

/** The choices of a named source, fetched when it is first needed and whenever what it depends on changes. */
export function useOptions(source: string, dependsOn: unknown, needed: boolean): OptionsState & { retry(): void } {
  const sources = use(OptionSourcesContext);
  const load = sources[source];
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify([source, dependsOn ?? null, attempt]);
  const [answer, setAnswer] = useState<{ asked: string; state: OptionsState }>();
  useEffect(() => {
    if (!needed) return;
    if (!load) throw new Error(`option source "${source}" was not provided`);
    const leaving = new AbortController();
    const settle = (state: OptionsState) => {
      if (!leaving.signal.aborted) setAnswer({ asked, state });
    };
    load(dependsOn, leaving.signal).then(
      (options) => settle({ status: 'ready', options }),
      (cause: unknown) =>
        settle({ status: 'failed', options: [], reason: cause instanceof Error ? cause.message : String(cause) }),
    );
    return () => leaving.abort();
  }, [load, source, dependsOn, needed, asked]);
  const retry = () => setAttempt((count) => count + 1);
  // What was answered to an earlier question answers this one no longer.
  return { ...(answer?.asked === asked ? answer.state : LOADING), retry };
}
