import { Chip, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { weekdays } from '../format/schedule.ts';
import { useWords } from '../words/words.ts';
import styles from './schedule-picker.module.css';

type Weekday = (typeof weekdays)[number];

interface Props {
  days: readonly Weekday[];
  wrong: string | undefined;
  onChange(days: Weekday[]): void;
}

/** The days of a weekly schedule. */
export function WeekdayChips({ days, wrong, onChange }: Props): ReactNode {
  const t = useWords();
  return (
    <div role="group" aria-label={t('schedule.days')}>
      <Chip.Group
        multiple
        value={[...days]}
        onChange={(next) => onChange(weekdays.filter((day) => next.includes(day)))}
      >
        <Group gap={6}>
          {weekdays.map((day) => (
            <Chip key={day} value={day} size="xs">
              {t(`maintenance.day.${day}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {wrong === undefined ? null : (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
