import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, type CallInput } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { useWords } from '../../words/words.ts';
import type { MonitorRow } from './monitor-columns.tsx';

export type Matching = NonNullable<CallInput<'matchMonitors'>['query']>;

export interface Chosen {
  ids: ReadonlySet<number>;
  running: number[];
  paused: number[];
  set: (ids: ReadonlySet<number>) => void;
  /** Every monitor that matches, also those whose rows are not here. */
  all: () => void;
  /** All of them are being asked for. */
  busy: boolean;
  clear: () => void;
}

/** The chosen monitors of a list that is narrowed to `matching`; another narrowing begins anew, since nobody sees what was chosen. */
export function useChosen(matching: Matching, rows: readonly (MonitorRow | undefined)[]): Chosen {
  const t = useWords();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  /** Those that were paused when all were asked for. */
  const pausedThen = useRef<ReadonlySet<number>>(new Set());
  const asked = JSON.stringify(matching);
  const latest = useRef(asked);
  const clear = useCallback(() => setIds(new Set()), []);
  useEffect(() => {
    latest.current = asked;
    clear();
  }, [asked, clear]);

  const all = async (): Promise<void> => {
    setBusy(true);
    // Those that are here at once; the others follow, and nothing can be done before.
    setIds(new Set(rows.flatMap((row) => row?.id ?? [])));
    try {
      const { running, paused } = await callApi('matchMonitors', { query: matching });
      if (latest.current !== asked) return;
      pausedThen.current = new Set(paused);
      setIds(new Set([...running, ...paused]));
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      notifications.show({
        title: t('selection.allFailed'),
        message: error.message,
        color: 'red',
        closeButtonProps: { 'aria-label': t('close') },
      });
    } finally {
      setBusy(false);
    }
  };

  const seen = new Map(rows.flatMap((row) => (row ? [[row.id, row.enabled] as const] : [])));
  const isRunning = (id: number) => seen.get(id) ?? !pausedThen.current.has(id);
  return {
    ids,
    running: [...ids].filter(isRunning),
    paused: [...ids].filter((id) => !isRunning(id)),
    set: setIds,
    all: () => void all(),
    busy,
    clear,
  };
}
