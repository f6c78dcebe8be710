import type { CallReply } from '#api/client.ts';
import type { Format } from '#screens/shared/format.ts';
import type { Band } from './bands.ts';
import type { useWords } from '../words/words.ts';
import { withGaps, type GapPoint } from './ranges.ts';

type Results = CallReply<'listResults'>;
type Raised = CallReply<'listConditionHistory'>['items'][number];

/** Points without one this many times their usual distance apart have a gap between them. */
const gapFactor = 2.5;
export const secondsOf = (instant: string): number => new Date(instant).getTime() / 1000;
export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

export function pointsOf({ points }: Results, period: number): GapPoint[] {
  const read = points.map(({ at, responseTime, max, up, checks }) => ({
    at: secondsOf(at),
    value: responseTime,
    most: max,
    up,
    checks,
  }));
  return withGaps(read, period * gapFactor);
}

/** An alert as a band of the plots, which end at `to`. */
export function bandOf(
  { conditionName, message, raisedAt, resetAt }: Raised,
  to: number,
  t: ReturnType<typeof useWords>,
  format: Format,
): Band {
  const [from, end] = [secondsOf(raisedAt), resetAt === null ? to : secondsOf(resetAt)];
  const time = resetAt === null ? t('band.open') : t('band.lasted', { time: format.duration(end - from) });
  return {
    kind: 'alert',
    from,
    to: Math.max(from, end),
    open: resetAt === null,
    title: t('band.alertOf', { condition: conditionName }),
    text: [time, message].filter(Boolean).join(' · '),
  };
}
