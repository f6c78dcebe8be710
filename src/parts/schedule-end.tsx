import { NumberInput, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { occurrences } from '#api/contract/schedule-bounds.ts';
import type { Schedule } from '../format/schedule.ts';
import { useWords } from '../words/words.ts';
import styles from './schedule-picker.module.css';

/** A part of the picker. */
export interface SchedulePart {
  schedule: Schedule;
  /** By JSON pointer within the schedule. */
  wrong: Readonly<Record<string, string>>;
  set(change: Partial<Schedule>): void;
}

const ends = ['NEVER', 'AFTER', 'ON'] as const;

/** Until when it repeats (C20-02). */
export function ScheduleEnd({ schedule, wrong, set }: SchedulePart): ReactNode {
  const t = useWords();
  const { end } = schedule;
  const setEnd = (change: Partial<Schedule['end']>): void => set({ end: { ...end, ...change } });
  return (
    <div className={styles.pair}>
      <Select
        label={t('schedule.end')}
        data={ends.map((value) => ({ value, label: t(`schedule.end_${value}`) }))}
        value={end.type}
        allowDeselect={false}
        onChange={(next) => {
          const type = ends.find((each) => each === next);
          if (type) setEnd({ type, endDate: type === 'ON' ? end.endDate : null });
        }}
      />
      {end.type === 'AFTER' ? (
        <NumberInput
          label={t('schedule.occurrences')}
          description={t('schedule.bounds', { least: occurrences.minimum, most: occurrences.maximum })}
          value={end.occurenceCount}
          min={occurrences.minimum}
          max={occurrences.maximum}
          allowDecimal={false}
          error={wrong['/end/occurenceCount']}
          onChange={(next) => typeof next === 'number' && setEnd({ occurenceCount: next })}
        />
      ) : null}
      {end.type === 'ON' ? (
        <TextInput
          type="date"
          label={t('schedule.endDate')}
          value={end.endDate ?? ''}
          error={wrong['/end/endDate']}
          onChange={({ currentTarget: { value } }) => setEnd({ endDate: value === '' ? null : value })}
        />
      ) : null}
    </div>
  );
}
