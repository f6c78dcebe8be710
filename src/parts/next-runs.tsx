import type { ReactNode } from 'react';
import { NextRuns } from '#screens/shared/next-runs.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { ScreenWordsProvider } from '#screens/words.tsx';
import { nextTen, type Schedule } from '../format/schedule.ts';
import { useScreenWordsInUse } from '../words/screen-words.ts';

/** The next ten runs of a schedule, in the language of the console. */
export function NextTen({ schedule }: { schedule: Schedule }): ReactNode {
  const words = useScreenWordsInUse();
  const now = useNow();
  return (
    <ScreenWordsProvider value={words}>
      <NextRuns runs={nextTen(schedule, now)} zone={schedule.timeZone} />
    </ScreenWordsProvider>
  );
}
