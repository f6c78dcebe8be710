import { Checkbox, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { longestVariable } from '#api/contract/agent-methods/script.ts';
import type { Variable } from './script.ts';

interface Props {
  variable: Variable;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** A value that a script asks for, by its type (C12-25). */
export function VariableField({ variable, value, error, onChange }: Props): ReactNode {
  const { name, type, required, description, valueList } = variable;
  const common = { label: name, description: description || undefined, error };
  if (type === 'CHECKBOX')
    return (
      <Checkbox
        {...common}
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (type === 'DROPDOWN')
    return (
      <Select
        {...common}
        withAsterisk={required}
        clearable={!required}
        data={[...valueList]}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  return (
    <TextInput
      {...common}
      withAsterisk={required}
      maxLength={longestVariable}
      type={type === 'DATE' ? 'date' : 'text'}
      inputMode={type === 'INTEGER' ? 'numeric' : type === 'DECIMAL' ? 'decimal' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
