import { createContext, use, useEffect, useState } from 'react';

export interface Option {
  value: string | number;
  label: string;
  description?: string;
}

/** Fetches the choices of a field. `dependsOn` is the value of the field that it depends on, if any. */
export type OptionSource = (dependsOn: unknown, signal: AbortSignal) => Promise<readonly Option[]>;
export type OptionSources = Record<string, OptionSource>;

const OptionSourcesContext = createContext<OptionSources>({});

/** Fills the named option sources of the screen documents. */
export const OptionSourcesProvider = OptionSourcesContext.Provider;

export type OptionsState =
  | { status: 'loading'; options: readonly Option[] }
  | { status: 'ready'; options: readonly Option[] }
  | { status: 'failed'; options: readonly Option[]; reason: string };

const NONE: readonly Option[] = [];

/** The choices of a named source, fetched when it is first needed and whenever what it depends on changes. */
export function useOptions(source: string, dependsOn: unknown, needed: boolean): OptionsState & { retry(): void } {
  const sources = use(OptionSourcesContext);
  const load = sources[source];
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<OptionsState>({ status: 'loading', options: NONE });
  useEffect(() => {
    if (!needed) return;
    if (!load) throw new Error(`option source "${source}" was not provided`);
    const leaving = new AbortController();
    setState({ status: 'loading', options: NONE });
    load(dependsOn, leaving.signal).then(
      (options) => {
        if (!leaving.signal.aborted) setState({ status: 'ready', options });
      },
      (cause: unknown) => {
        if (leaving.signal.aborted) return;
        setState({ status: 'failed', options: NONE, reason: cause instanceof Error ? cause.message : String(cause) });
      },
    );
    return () => leaving.abort();
  }, [load, source, dependsOn, needed, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
