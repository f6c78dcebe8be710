import { NumberInput, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { intervalMinutes, mostRepeats } from '#api/contract/schedule-bounds.ts';
import { startOf, timeOf, withRepeats, type Schedule } from '../format/schedule.ts';
import { useWords } from '../words/words.ts';
import { NextTen } from './next-runs.tsx';
import { ScheduleEnd, type SchedulePart } from './schedule-end.tsx';
import styles from './schedule-picker.module.css';
import { TimeZoneSelect } from './time-zone-select.tsx';
import { WeekdayChips } from './weekday-chips.tsx';

interface Props {
  schedule: Schedule;
  /** The ways to repeat that the work can carry out, in their order (C20-04). A schedule with another way shows it as well. */
  offered: readonly Schedule['repeats'][];
  wrong: Readonly<Record<string, string>>;
  onChange(schedule: Schedule): void;
}

/** When something runs: how often, on which days, at what time of which zone, until when, and its next ten runs. */
export function SchedulePicker({ schedule, offered, wrong, onChange }: Props): ReactNode {
  const t = useWords();
  const { repeats, startDate, timeZone } = schedule;
  const set = (change: Partial<Schedule>): void => onChange({ ...schedule, ...change });
  const part = { schedule, wrong, set };
  const options = [...new Set([...offered, repeats])];
  const counts = repeats === 'HOURLY' || repeats === 'EVERY';
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('schedule.repeats')}
          data={options.map((value) => ({ value, label: t(`schedule.repeat_${value}`) }))}
          value={repeats}
          allowDeselect={false}
          error={wrong['/repeats']}
          onChange={(next) => {
            const chosen = options.find((each) => each === next);
            if (chosen) onChange(withRepeats(schedule, chosen));
          }}
        />
        <TextInput
          type="time"
          label={counts ? t('schedule.firstTime') : t('schedule.time')}
          value={timeOf(schedule)}
          onChange={({ currentTarget: { value } }) => set(startOf(value))}
        />
        <TextInput
          type="date"
          label={repeats === 'RUN_ONCE' ? t('schedule.date') : t('schedule.from')}
          value={startDate}
          error={wrong['/startDate'] ?? (startDate === '' ? t('schedule.required') : undefined)}
          onChange={({ currentTarget: { value } }) => set({ startDate: value })}
        />
        <TimeZoneSelect
          label={t('schedule.zone')}
          value={timeZone}
          error={wrong['/timeZone']}
          onChange={(next) => set({ timeZone: next })}
        />
        <Between {...part} />
        {repeats === 'MONTHLY' ? (
          <NumberInput
            label={t('schedule.dayOfMonth')}
            description={t('schedule.dayOfMonthText')}
            value={schedule.dayOfMonth}
            min={0}
            max={31}
            clampBehavior="strict"
            allowDecimal={false}
            onChange={(next) => typeof next === 'number' && set({ dayOfMonth: next })}
          />
        ) : null}
      </div>
      {repeats === 'WEEKLY' ? (
        <WeekdayChips
          days={schedule.daysOfWeek ?? []}
          wrong={wrong['/daysOfWeek']}
          onChange={(daysOfWeek) => set({ daysOfWeek })}
        />
      ) : null}
      {repeats === 'RUN_ONCE' ? null : <ScheduleEnd {...part} />}
      <NextTen schedule={schedule} />
    </>
  );
}

/** How much time lies between two runs, up to its maximum (C20-08). */
function Between({ schedule, wrong, set }: SchedulePart): ReactNode {
  const t = useWords();
  const { repeats, repeatsEveryCount, scheduleInterval } = schedule;
  const isInterval = repeats === 'EVERY';
  const most = isInterval ? intervalMinutes.maximum : mostRepeats[repeats];
  if (most === undefined) return null;
  const least = isInterval ? intervalMinutes.minimum : 1;
  return (
    <NumberInput
      label={t(`schedule.between_${repeats}`)}
      description={t('schedule.bounds', { least, most })}
      value={isInterval ? (scheduleInterval ?? '') : repeatsEveryCount}
      min={least}
      max={most}
      allowDecimal={false}
      error={isInterval ? wrong['/scheduleInterval'] : wrong['/repeatsEveryCount']}
      onChange={(next) => {
        if (typeof next === 'number') set(isInterval ? { scheduleInterval: next } : { repeatsEveryCount: next });
      }}
    />
  );
}
