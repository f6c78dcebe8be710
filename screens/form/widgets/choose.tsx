import { InputWrapperContext, Loader, Select } from '@mantine/core';
import { useCallback, useRef, type ReactNode } from 'react';
import { useScreenWords } from '../../words.tsx';
import type { Choice } from '../field-options.ts';
import { inputAttributes, useInputSurroundings, type WidgetProps } from '../widget-props.ts';
import { useTypedChoice } from './typed-choice.ts';
import { useListWhenNear } from './list-when-near.ts';
import styles from '../form.module.css';

/** More choices than this are searched by typing. */
const SEARCHED_FROM = 8;
/** How many matches stand in the list at once; typing narrows the rest. */
const SHOWN_AT_ONCE = 200;

interface Props {
  field: WidgetProps;
  choices: readonly Choice[];
  loading?: boolean;
  placeholder?: string;
}

/** A list to choose one from. Values may be of any kind: Mantine's list knows them by their place. */
export function Choose({ field, choices, loading = false, placeholder }: Props): ReactNode {
  const words = useScreenWords();
  const { value, required, readOnly, onChange, describedBy, labelId } = field;
  const surroundings = useInputSurroundings(describedBy, labelId);
  const surrounded = useCallback(
    (input: ReactNode) => <InputWrapperContext value={surroundings}>{input}</InputWrapperContext>,
    [surroundings],
  );
  const list = useListWhenNear();
  const chosen = choices.findIndex((choice) => choice.value === value);
  const searchable = choices.length >= SEARCHED_FROM;
  const choose = (index: number) => onChange(choices[index]?.value);
  const { around, forget } = useTypedChoice(field, choices, choose);
  const canEmpty = !required && !readOnly && chosen >= 0;
  const emptied = useRef(false);
  // Without a pointer: Delete, or in a list that is searched the text deleted.
  const keys = {
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (searchable || !canEmpty || (event.key !== 'Delete' && event.key !== 'Backspace')) return;
      event.preventDefault();
      onChange(undefined);
    },
    onInput: (event: React.FormEvent<HTMLElement>) => {
      emptied.current = event.target instanceof HTMLInputElement && event.target.value === '';
    },
    onBlur: () => {
      if (emptied.current && canEmpty) onChange(undefined);
      emptied.current = false;
    },
  };
  return (
    <div {...keys} {...(searchable ? around : {})}>
      <Select
        {...inputAttributes(field)}
        {...list}
        // It has a wrapper of its own, which knows nothing of the field frame.
        inputContainer={surrounded}
        placeholder={placeholder ?? field.options.placeholder ?? words.choose}
        value={chosen < 0 ? null : String(chosen)}
        data={choices.map(item)}
        searchable={searchable}
        limit={SHOWN_AT_ONCE}
        allowDeselect={false}
        clearable={!required && !readOnly}
        // Opened while the choices are on their way, the list waits for them instead of ignoring the key.
        nothingFoundMessage={loading ? words.loading : words.noMatch}
        openOnFocus={false}
        readOnly={readOnly}
        rightSection={loading ? <Loader size={14} role="img" aria-label={words.loading} /> : undefined}
        renderOption={OptionLine}
        selectFirstOptionOnChange={searchable}
        onChange={(index) => {
          forget();
          emptied.current = false;
          if (index === null) onChange(undefined);
          else choose(Number(index));
        }}
        // The one that stands already is no change to tell of.
        onOptionSubmit={forget}
      />
    </div>
  );
}

interface Item {
  value: string;
  label: string;
  description?: string | undefined;
}

function item({ label, description }: Choice, index: number): Item {
  return { value: String(index), label, description };
}

function OptionLine({ option }: { option: Item }): ReactNode {
  return (
    <span className={styles.option}>
      {option.label}
      {option.description && <span className={styles.optionDescription}>{option.description}</span>}
    </span>
  );
}
