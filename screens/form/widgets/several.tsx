import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { fill, useScreenWords } from '../../words.tsx';
import type { Choice } from '../field-options.ts';
import { inputAttributes, type WidgetProps } from '../widget-props.ts';
import { useTypedChoice } from './typed-choice.ts';
import { useListWhenNear } from './list-when-near.ts';
import styles from '../form.module.css';

interface Props {
  field: WidgetProps;
  choices: readonly Choice[];
  /** The choices are on their way: a value without words has some. */
  loading?: boolean;
  placeholder?: string;
}

/** A list to choose several from. A value that is no longer offered stays until the person takes it away. */
export function Several({ field, choices, loading = false, placeholder }: Props): ReactNode {
  const words = useScreenWords();
  const { value, readOnly, onChange } = field;
  const list = useListWhenNear();
  const held: readonly unknown[] = Array.isArray(value) ? value : [];
  const offered = choices.map((choice) => choice.value as unknown);
  const gone = held.filter((one) => !offered.includes(one));
  const known = [...offered, ...gone];
  const labels = [
    ...choices.map(({ label }) => label),
    ...gone.map((one) => (loading ? words.loading : fill(words.notOffered, { value: String(one) }))),
  ];
  const { around, forget } = useTypedChoice(field, choices, (index) => {
    const chosen = choices[index]?.value;
    if (chosen !== undefined && !held.includes(chosen)) onChange([...held, chosen]);
  });
  return (
    <div {...around}>
      <MultiSelect
        {...inputAttributes(field)}
        {...list}
        classNames={{ input: styles.several, inputField: styles.severalText }}
        placeholder={held.length > 0 ? '' : (placeholder ?? field.options.placeholder ?? words.choose)}
        value={known.flatMap((one, index) => (held.includes(one) ? [String(index)] : []))}
        data={labels.map((label, index) => ({ value: String(index), label }))}
        searchable
        nothingFoundMessage={words.noMatch}
        readOnly={readOnly}
        selectFirstOptionOnChange
        onOptionSubmit={forget}
        onChange={(indexes) => onChange(indexes.map((index) => known[Number(index)]))}
      />
    </div>
  );
}
