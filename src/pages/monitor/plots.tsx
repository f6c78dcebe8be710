import { useMemo, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { HistoryCard, mostPoints } from '../../plot/history-card.tsx';
import { bandOf, instantOf } from '../../plot/plot-data.ts';
import { rangeEnd, spanOf } from '../../plot/ranges.ts';
import { useRange } from '../../plot/use-range.ts';
import { monitorPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { maintenanceBand } from '../maintenance/windows.ts';

interface Props {
  id: number;
  /** Seconds. */
  frequency: number;
  createdAt: string;
}

/** Response times and availability of a monitor, with its alerts and maintenance as bands, over a range that the address tells. */
export function Plots({ id, frequency, createdAt }: Props): ReactNode {
  const t = useWords();
  const format = useFormat();
  const chosen = useRange({ path: monitorPath(id), createdAt, kind: 'monitor' });
  const now = useNow();
  const { from, to } = spanOf(chosen.range, now);
  // The plots are drawn anew when a band changes: by the minute, as their range.
  const minute = rangeEnd(now) - 60;
  const query = { from: instantOf(from), to: instantOf(to) };
  const results = useCall('listResults', { params: { id }, query: { ...query, points: mostPoints } }, { keep: true });
  const history = useCall('listConditionHistory', { params: { id }, query }, { keep: true });
  const maintenance = useCall('listMaintenance', { params: { id }, query }, { keep: true });
  const bands = useMemo(
    () => [
      // Behind the alerts: these are the shorter ones.
      ...(maintenance.data?.items ?? []).map((window) => maintenanceBand(window, { end: to, now: minute }, t, format)),
      ...(history.data?.items ?? []).map((raised) => bandOf(raised, to, t, format)),
    ],
    [maintenance.data, history.data, to, minute, t, format],
  );
  return (
    <HistoryCard
      chosen={chosen}
      span={{ from, to }}
      results={results}
      frequency={frequency}
      bands={bands}
      none={{ yet: t('monitor.noResultsText'), then: t('monitor.noneThenText') }}
    />
  );
}
