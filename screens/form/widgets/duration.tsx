import { Group, Input, NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { fill, useScreenWords } from '../../words.tsx';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import { numberOf } from './number.tsx';
import styles from '../form.module.css';

const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86400 } as const;
type Unit = keyof typeof UNITS;

/** Seconds, said in the largest unit that says them whole, until the person chooses another. */
export function DurationWidget(props: WidgetProps): ReactNode {
  const words = useScreenWords();
  const { id, value, label, readOnly, onChange, onBlur, schema } = props;
  const [chosen, setChosen] = useState<Unit>();
  const [typed, setTyped] = useState<string>();
  const unit = chosen ?? largestUnit(value);
  const inUnit = (text: string) => {
    const number = numberOf(text);
    return typeof number === 'number' ? number * UNITS[unit] : number;
  };
  const given = typeof value === 'number' ? String(value / UNITS[unit]) : typeof value === 'string' ? value : '';
  const text = typed !== undefined && inUnit(typed) === value ? typed : given;
  const change = (next: string, units: Unit) => {
    const number = numberOf(next);
    onChange(typeof number === 'number' ? number * UNITS[units] : number);
  };
  return (
    <Group gap={8} wrap="nowrap">
      <Input
        {...inputAttributes(props)}
        className={styles.grow}
        classNames={{ input: styles.number }}
        inputMode="numeric"
        value={text}
        onChange={(event) => {
          // The unit stays while the person types: 120 in seconds must not turn into 2 minutes under their hands.
          setChosen(unit);
          setTyped(event.currentTarget.value);
          change(event.currentTarget.value, unit);
        }}
        onBlur={() => {
          setTyped(undefined);
          onBlur();
        }}
      />
      <NativeSelect
        id={`${id}-unit`}
        aria-label={fill(words.unit, { field: label })}
        className={styles.unit}
        disabled={readOnly}
        value={unit}
        data={unitsFor(schema).map((name) => ({ value: name, label: words[name] }))}
        onChange={(event) => {
          const next = event.currentTarget.value as Unit;
          setChosen(next);
          change(text, next);
        }}
      />
    </Group>
  );
}

function largestUnit(value: unknown): Unit {
  if (typeof value !== 'number' || value === 0) return 'seconds';
  const fitting = (['days', 'hours', 'minutes'] as const).find((unit) => value % UNITS[unit] === 0);
  return fitting ?? 'seconds';
}

/** A unit of which not even one is allowed is not offered. */
function unitsFor(schema: WidgetProps['schema']): Unit[] {
  const rule = schema['wholeNumber'] as { maximum?: number } | undefined;
  const most = rule?.maximum ?? schema.maximum ?? Number.POSITIVE_INFINITY;
  return (Object.keys(UNITS) as Unit[]).filter((unit) => UNITS[unit] <= most);
}
