import { NumberInput, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useNow } from '../../format/use-now.ts';
import { TimeZoneSelect } from '../../parts/time-zone-select.tsx';
import { useWords } from '../../words/words.ts';
import styles from './policy.module.css';
import { nextRunOf, offeredRepeats, timeOf, type Schedule } from './schedule-words.ts';
import { WeekdayChips } from './weekday-chips.tsx';

interface Props {
  schedule: Schedule;
  /** By JSON pointer within the schedule. */
  wrong: Readonly<Record<string, string>>;
  onChange(schedule: Schedule): void;
}

/** When an automation runs: how often, on which days, and at what time of which zone. */
export function AutomationSchedule({ schedule, wrong, onChange }: Props): ReactNode {
  const t = useWords();
  const { repeats, startDate, timeZone } = schedule;
  const set = (change: Partial<Schedule>): void => onChange({ ...schedule, ...change });
  const known = offeredRepeats.some((each) => each === repeats);
  const options = [...offeredRepeats, ...(known ? [] : [repeats])];
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('automation.repeats')}
          data={options.map((value) => ({ value, label: t(`automation.repeat_${value}`) }))}
          value={repeats}
          allowDeselect={false}
          error={wrong['/repeats']}
          onChange={(next) => {
            const chosen = offeredRepeats.find((each) => each === next);
            if (chosen) set({ repeats: chosen, repeatsEveryCount: 1 });
          }}
        />
        <TextInput
          type="time"
          label={repeats === 'HOURLY' ? t('automation.firstTime') : t('automation.time')}
          value={timeOf(schedule)}
          onChange={({ currentTarget: { value } }) => {
            const [hour, minute] = value.split(':').map(Number);
            if (hour !== undefined && minute !== undefined) set({ runAtHour: hour, runAtMinute: minute });
          }}
        />
        <TextInput
          type="date"
          label={repeats === 'RUN_ONCE' ? t('automation.date') : t('automation.from')}
          value={startDate}
          error={wrong['/startDate'] ?? (startDate === '' ? t('script.required') : undefined)}
          onChange={({ currentTarget: { value } }) => set({ startDate: value })}
        />
        <TimeZoneSelect
          label={t('automation.zone')}
          value={timeZone}
          error={wrong['/timeZone']}
          onChange={(next) => set({ timeZone: next })}
        />
      </div>
      {repeats === 'WEEKLY' ? (
        <WeekdayChips
          days={schedule.daysOfWeek ?? []}
          wrong={wrong['/daysOfWeek']}
          onChange={(daysOfWeek) => set({ daysOfWeek })}
        />
      ) : null}
      {repeats === 'MONTHLY' ? (
        <NumberInput
          label={t('automation.dayOfMonth')}
          description={t('automation.dayOfMonthText')}
          value={schedule.dayOfMonth}
          min={0}
          max={31}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(next) => typeof next === 'number' && set({ dayOfMonth: next })}
        />
      ) : null}
      <Next schedule={schedule} />
    </>
  );
}

function Next({ schedule }: { schedule: Schedule }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const next = nextRunOf(schedule, useNow());
  return (
    <p className={styles.quiet} role="status">
      {next === undefined
        ? t('automation.never')
        : t('automation.next', { time: `${format.date(next)}, ${format.time(next, 'minute')}` })}
    </p>
  );
}
