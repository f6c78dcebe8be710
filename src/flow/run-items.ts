import { useContext, useMemo } from 'react';
import { callApi } from '#api/client.ts';
import type { RowsSource } from '#screens/rows/rows-source.tsx';
import { LiveContext } from '../live/live-context.ts';

/** The items of runs, as the tables of flows read and follow them. */
export function useRunItems(): RowsSource {
  const live = useContext(LiveContext);
  return useMemo(
    () => ({
      read: (id, query, signal) => callApi('listRunItems', { params: { id }, query }, { signal }),
      hear(run, listener) {
        if (!live) return () => undefined;
        const leave = [
          live.onMessage(({ topic, ids }) => {
            if (topic === 'resync' || (topic === 'run' && ids.includes(run))) listener();
          }),
          live.onReconnected(listener),
        ];
        return () => leave.forEach((stop) => stop());
      },
    }),
    [live],
  );
}
