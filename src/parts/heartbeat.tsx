import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { beatsOf, beatsShown, type Checked } from './beats.ts';
import { HeartbeatBar, type BeatState } from './heartbeat-bar.tsx';
import { useWords } from '../words/words.ts';

const told = ['up', 'down', 'maintenance', 'maintenanceDown', 'unknown'] as const satisfies BeatState[];

/** The last 30 checks of a monitor; renders nothing before the first one. */
export function Heartbeat({ row }: { row: Checked }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  const beats = beatsOf(row, now);
  if (beats.length === 0) return null;
  const parts = told.flatMap((state) => {
    const count = beats.filter((beat) => beat.state === state).length;
    return count === 0 ? [] : [t(`heartbeat.${state}`, { count })];
  });
  const wordsOf = (index: number): string => {
    const beat = beats[index];
    if (!beat) return '';
    const { state, at, until, responseTime } = beat;
    if (until !== undefined) return t('heartbeat.gap', { from: format.dayAndTime(at), to: format.dayAndTime(until) });
    const took = responseTime === null ? '' : ` · ${format.milliseconds(responseTime)}`;
    return `${format.exact(at)} · ${t(`heartbeat.one_${state}`)}${took}`;
  };
  return (
    <HeartbeatBar
      states={beats.map(({ state }) => state)}
      room={beatsShown}
      label={t('heartbeat.label', { count: row.beats.at.length, states: parts.join(', ') })}
      wordsOf={wordsOf}
    />
  );
}
