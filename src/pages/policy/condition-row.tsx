import { NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { ConditionField, ConditionValue } from './condition-fields.ts';
import { ValueRow } from './value-row.tsx';
import { ValueSource, ValueText } from './value-source.tsx';

interface Props {
  field: ConditionField;
  /** Turns the condition on; the others are of it. */
  first: boolean;
  stored: CallReply<'readPolicyConditions'>['values'][number];
  /** The policy's own value as it is edited; absent: inherited. */
  own: ConditionValue | undefined;
  locked: boolean;
  wrong: string | undefined;
  onChange: (value: ConditionValue | undefined) => void;
}

/** An alert condition: inherited, with its source, or of its own, with a way back. */
export function ConditionRow({ field, first, stored: { inherited }, own, locked, wrong, onChange }: Props): ReactNode {
  const source = own === undefined ? inherited.source : ({ kind: 'OWN', policyId: null, name: '' } as const);
  const value = own ?? inherited.value;
  return (
    <ValueRow
      name={field.title}
      first={first}
      own={own !== undefined}
      locked={locked}
      shown={<ValueText field={field} value={value} />}
      control={<Control field={field} value={value} wrong={wrong} onChange={onChange} />}
      source={<ValueSource source={source} />}
      onOverride={() => onChange(inherited.value)}
      onReset={() => onChange(undefined)}
    />
  );
}

/** What the call takes at all; the screen of the settings has the bound of each field. */
const mostTyped: Record<string, number> = { minutes: 100_000, '%': 1000 };

interface ControlProps {
  field: ConditionField;
  value: ConditionValue;
  wrong: string | undefined;
  onChange: (value: ConditionValue) => void;
}

function Control({ field, value, wrong, onChange }: ControlProps): ReactNode {
  const name = { 'aria-label': field.title, error: wrong };
  if (typeof value === 'boolean')
    return <Switch {...name} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />;
  if (typeof value === 'number') return <NumberControl field={field} value={value} wrong={wrong} onChange={onChange} />;
  if (field.options)
    return (
      <Select
        {...name}
        size="xs"
        data={field.options}
        value={value}
        allowDeselect={false}
        onChange={(next) => next !== null && onChange(next)}
      />
    );
  return (
    <Textarea
      {...name}
      size="xs"
      rows={2}
      maxLength={4000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** An emptied field stays empty while a person types, and is judged as 0, which no bound allows. */
function NumberControl({ field, value, wrong, onChange }: ControlProps & { value: number }): ReactNode {
  const most = mostTyped[field.suffix] ?? 1000;
  const [typed, setTyped] = useState<number | string>(value);
  return (
    <NumberInput
      aria-label={field.title}
      error={wrong}
      size="xs"
      value={typed}
      allowDecimal={false}
      allowNegative={false}
      max={most}
      suffix={field.suffix === '' ? '' : ` ${field.suffix}`}
      onChange={(next) => {
        setTyped(next);
        onChange(typeof next === 'number' ? Math.min(next, most) : 0);
      }}
    />
  );
}
