import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../words/words.ts';
import styles from './expiry.module.css';

/** As `remindedDays` of the server's list. */
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** When something expires: its last day, `2027-03-31`; from two weeks before on, the days that are left. Nothing for an empty day. */
export function Expiry({ on }: { on: string }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const today = format.local(useNow()).slice(0, 10);
  if (on === '') return null;
  const days = Math.round((Date.parse(on) - Date.parse(today)) / DAY_MS);
  const date = format.calendarDate(on);
  const text =
    days < 0
      ? t('expiry.over', { date })
      : days === 0
        ? t('expiry.today')
        : days <= SOON_DAYS
          ? t('expiry.soon', { count: days })
          : t('expiry.later', { date });
  return (
    <span className={styles.expiry} data-tone={days < 0 ? 'bad' : days <= SOON_DAYS ? 'warn' : undefined} title={date}>
      {text}
    </span>
  );
}
