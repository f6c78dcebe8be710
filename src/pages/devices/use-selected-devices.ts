import { notifications } from '@mantine/notifications';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, type CallInput } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { useWords } from '../../words/words.ts';

export interface SelectedDevices {
  ids: ReadonlySet<number>;
  set: (ids: ReadonlySet<number>) => void;
  /** Every device that matches, also those whose rows are not loaded: the newest 20,000. */
  all: () => void;
  /** All of them are being asked for. */
  busy: boolean;
  clear: () => void;
}

/** The selected devices of a list that is narrowed to `matching`; another narrowing begins anew, since nobody sees what was selected. */
export function useSelectedDevices(
  matching: NonNullable<CallInput<'matchDevices'>['query']>,
  rows: readonly ({ id: number } | undefined)[],
): SelectedDevices {
  const t = useWords();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const asked = JSON.stringify(matching);
  const latest = useRef(asked);
  const clear = useCallback(() => setIds(new Set()), []);
  useEffect(() => {
    latest.current = asked;
    clear();
  }, [asked, clear]);

  const all = async (): Promise<void> => {
    setBusy(true);
    // Selects the loaded rows at once; nothing can be done before the others follow.
    setIds(new Set(rows.flatMap((row) => row?.id ?? [])));
    try {
      const matched = await callApi('matchDevices', { query: matching });
      if (latest.current !== asked) return;
      setIds(new Set(matched.ids));
      if (matched.total > matched.ids.length)
        notifications.show({
          message: t('deviceSelection.newest', { count: matched.ids.length, total: matched.total }),
          closeButtonProps: { 'aria-label': t('close') },
        });
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      notifications.show({
        title: t('deviceSelection.allFailed'),
        message: error.message,
        color: 'red',
        closeButtonProps: { 'aria-label': t('close') },
      });
    } finally {
      setBusy(false);
    }
  };
  return { ids, set: setIds, all: () => void all(), busy, clear };
}
