import { NumberInput, Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { weekdays } from '../../format/schedule.ts';
import { WeekdayChips } from '../../parts/weekday-chips.tsx';
import { useWords } from '../../words/words.ts';
import { ValueSource } from './value-source.tsx';

export type PatchReply = CallReply<'readPolicyPatches'>['values'];
type PatchName = keyof PatchReply;
type PatchValues = { [Name in PatchName]: PatchReply[Name]['value'] };
type PatchValue = PatchValues[PatchName];
type Schedule = PatchValues['schedule'];

/** The one that turns it on first. */
export const patchNames = ['enabled', 'schedule', 'install', 'reboot'] as const;
const installs = ['SECURITY', 'ALL'] as const;
const repeats = ['DAILY', 'WEEKLY'] as const;
const mostDays = 365;

/** A value of the patch settings as people read it. */
export function PatchText({ value }: { value: PatchValue }): ReactNode {
  const t = useWords();
  if (typeof value === 'boolean') return t(value ? 'policy.on' : 'policy.off');
  if (typeof value === 'string') return t(`patches.install_${value}`);
  if (value.repeats === 'DAILY') return t('patches.everyDays', { count: value.repeatsEveryCount });
  const days = weekdays.filter((day) => value.daysOfWeek?.includes(day)).map((day) => t(`maintenance.day.${day}`));
  return t('patches.weekly', { days: days.join(', ') });
}

/** Where a value of the patch settings comes from. Without a policy that sets it, it is the default of Cairn. */
export function PatchSource({ source }: { source: PatchReply['enabled']['source'] }): ReactNode {
  const t = useWords();
  return source.kind === 'DIVISION' ? t('patches.default') : <ValueSource source={source} />;
}

interface Props {
  name: PatchName;
  value: PatchValue;
  /** By JSON pointer within the value. */
  wrong: Readonly<Record<string, string>>;
  onChange(value: PatchValue): void;
}

export function PatchControl({ name, value, wrong, onChange }: Props): ReactNode {
  const t = useWords();
  const label = t(`patches.name_${name}`);
  if (typeof value === 'boolean')
    return <Switch aria-label={label} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />;
  if (typeof value === 'string')
    return (
      <Select
        aria-label={label}
        size="xs"
        data={installs.map((each) => ({ value: each, label: t(`patches.install_${each}`) }))}
        value={value}
        allowDeselect={false}
        onChange={(next) => {
          const chosen = installs.find((each) => each === next);
          if (chosen) onChange(chosen);
        }}
      />
    );
  return <ScheduleControl label={label} schedule={value} wrong={wrong} onChange={onChange} />;
}

interface ScheduleProps extends Pick<Props, 'wrong'> {
  label: string;
  schedule: Schedule;
  onChange(schedule: Schedule): void;
}

function ScheduleControl({ label, schedule, wrong, onChange }: ScheduleProps): ReactNode {
  const t = useWords();
  return (
    <div>
      <Select
        aria-label={label}
        size="xs"
        mb={6}
        data={repeats.map((each) => ({ value: each, label: t(`schedule.repeat_${each}`) }))}
        value={schedule.repeats}
        allowDeselect={false}
        onChange={(next) => {
          if (next === 'WEEKLY') onChange({ repeats: next, repeatsEveryCount: 1, daysOfWeek: ['SUN'] });
          if (next === 'DAILY') onChange({ repeats: next, repeatsEveryCount: 1 });
        }}
      />
      {schedule.repeats === 'WEEKLY' ? (
        <WeekdayChips
          days={schedule.daysOfWeek ?? []}
          wrong={wrong['/daysOfWeek']}
          onChange={(daysOfWeek) => onChange({ ...schedule, daysOfWeek })}
        />
      ) : (
        <NumberInput
          aria-label={t('patches.days')}
          size="xs"
          value={schedule.repeatsEveryCount}
          min={1}
          max={mostDays}
          clampBehavior="strict"
          allowDecimal={false}
          suffix={` ${t('patches.daysUnit')}`}
          onChange={(next) =>
            typeof next === 'number' && next >= 1 && onChange({ ...schedule, repeatsEveryCount: next })
          }
        />
      )}
    </div>
  );
}
