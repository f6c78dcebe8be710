import { Button, NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useWords } from '../../words/words.ts';
import type { ConditionField, ConditionValue } from './condition-fields.ts';
import styles from './policy.module.css';
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

/** A value of a policy: inherited, with its source, or its own, with a way back. */
export function ConditionRow({ field, first, stored, own, locked, wrong, onChange }: Props): ReactNode {
  const t = useWords();
  const { inherited } = stored;
  const name = field.title;
  return (
    <div role="group" aria-label={name} className={`${styles.row} ${first ? styles.first : styles.of}`}>
      <span>{name}</span>
      {own === undefined || locked ? (
        <span>
          <ValueText field={field} value={own ?? inherited.value} />
        </span>
      ) : (
        <Control field={field} value={own} wrong={wrong} onChange={onChange} />
      )}
      <span className={styles.source}>
        <ValueSource source={own === undefined ? inherited.source : { kind: 'OWN', policyId: null, name: '' }} />
        {locked ? null : own === undefined ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('policy.overrideOf', { name })}
            onClick={() => onChange(inherited.value)}
          >
            {t('policy.override')}
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('policy.resetOf', { name })}
            onClick={() => onChange(undefined)}
          >
            {t('policy.reset')}
          </Button>
        )}
      </span>
    </div>
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
