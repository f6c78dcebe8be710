import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScreenWords } from '../../words.tsx';
import type { Choice } from '../field-options.ts';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';

interface Props {
  field: WidgetProps;
  choices: readonly Choice[];
  placeholder?: string;
}

/** A list to choose several from. A value that is no longer offered is not taken away behind the person's back. */
export function Several({ field, choices, placeholder }: Props): ReactNode {
  const words = useScreenWords();
  const { value, readOnly, onChange } = field;
  const held: readonly unknown[] = Array.isArray(value) ? value : [];
  const known = choices.map((choice) => choice.value as unknown);
  return (
    <MultiSelect
      {...inputAttributes(field)}
      placeholder={held.length > 0 ? '' : (placeholder ?? field.options.placeholder ?? words.choose)}
      value={known.flatMap((one, index) => (held.includes(one) ? [String(index)] : []))}
      data={choices.map(({ label }, index) => ({ value: String(index), label }))}
      searchable
      nothingFoundMessage={words.noMatch}
      readOnly={readOnly}
      onChange={(indexes) =>
        onChange([...indexes.map((index) => known[Number(index)]), ...held.filter((one) => !known.includes(one))])
      }
    />
  );
}
