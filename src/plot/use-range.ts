import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useRemembered } from '../table/remembered.ts';
import { isRangeName, rangeIn, ranges, searchOf, type Range, type RangeName } from './ranges.ts';

/** What is new has nothing to show of a whole day. */
function startingRange(createdAt: string): RangeName {
  return Date.now() - new Date(createdAt).getTime() < 6 * ranges.hour * 1000 ? 'hour' : 'day';
}

export interface ChosenRange {
  range: Range;
  /** A step of the browser's history each, so that Back leads out of a zoom. */
  choose: (range: Range) => void;
  /** Out of a custom range, to the latest that has a name. */
  leave: () => void;
}

interface Plotted {
  /** The page of the plots. */
  path: string;
  createdAt: string;
  /** The name under which this browser remembers a choice. */
  kind: 'monitor' | 'device';
}

/** The range of the plots: what the address says, else what this browser chose last. */
export function useRange({ path, createdAt, kind }: Plotted): ChosenRange {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [kept, keep] = useRemembered<RangeName>(`${kind}.range`, startingRange(createdAt), isRangeName);
  const said = JSON.stringify(rangeIn(search) ?? { name: kept });
  const range = useMemo(() => JSON.parse(said) as Range, [said]);
  const choose = useCallback(
    (next: Range) => {
      if ('name' in next) keep(next.name);
      void navigate({ to: path, search: searchOf(next) as never, resetScroll: false });
    },
    [navigate, keep, path],
  );
  const leave = useCallback(() => choose({ name: kept }), [choose, kept]);
  return { range, choose, leave };
}
