import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFiller, useOptions, type Option, type OptionFiller } from '../../options/option-sources.tsx';
import { fill, useScreenWords } from '../../words.tsx';
import { titleAt } from '../field-title.ts';
import { useDepended } from '../depended.ts';
import { useForm } from '../form-context.tsx';
import { OutsideForm } from '../outside-form.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { Choose } from './choose.tsx';
import { Several } from './several.tsx';
import styles from '../form.module.css';

/** Choices that come from the server by a named source, which may depend on another field. */
export function OptionsWidget(props: WidgetProps): ReactNode {
  const words = useScreenWords();
  const { store } = useForm();
  const { options, pointer, value, onChange } = props;
  const { source, dependsOn } = options;
  if (!source) throw new Error(`field ${pointer} of "${store.screen.id}" names no option source`);
  const parent = useDepended(dependsOn ?? pointer);
  const asked = dependsOn === undefined ? undefined : parent;
  const needed = dependsOn === undefined || (asked !== undefined && asked !== null && asked !== '');
  const { status, options: choices, retry } = useOptions(source, asked, needed);

  // Only a change of the other field makes the old answer wrong; a restored draft keeps its own.
  const askedBefore = useRef(asked);
  useEffect(() => {
    if (askedBefore.current === asked) return;
    askedBefore.current = asked;
    onChange(undefined);
  }, [asked, onChange]);

  // Drafts and what is edited have a value; a row of a table begins empty.
  const begins = props.required && !props.readOnly && value === undefined && !pointer.includes('/', 1);
  const first = begins && status === 'ready' ? beginningWith(choices) : undefined;
  const begun = useRef<{ asked: unknown }>(undefined);
  useEffect(() => {
    // Once for each list: a field that is emptied later stays empty.
    if (first === undefined || (begun.current !== undefined && begun.current.asked === asked)) return;
    begun.current = { asked };
    store.fill(pointer, first);
  }, [store, pointer, first, asked]);

  // What was added and is not offered here, such as a credential of another type, is not chosen.
  const added = useRef<Option['value']>(undefined);
  useEffect(() => {
    if (status !== 'ready' || added.current === undefined) return;
    if (!choices.some((choice) => choice.value === added.current)) onChange(undefined);
    added.current = undefined;
  }, [status, choices, onChange]);

  const filler = useFiller(source);
  if (!needed) {
    const first = fill(words.chooseFirst, { field: titleAt(store.screen, dependsOn ?? '').toLowerCase() });
    return <Choose field={{ ...props, readOnly: true }} choices={[]} placeholder={first} />;
  }
  if (status === 'failed') {
    return (
      <div className={styles.optionsFailed} role="alert" id={props.id} tabIndex={-1}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>{options.failed ?? words.optionsFailed}</span>
        <Button variant="default" size="compact-sm" onClick={retry}>
          {words.tryAgain}
        </Button>
      </div>
    );
  }
  const waiting = status === 'loading';
  const several = props.schema.type === 'array';
  const fills = filler !== undefined && !props.readOnly;
  const adding = fills && (
    <Add
      filler={filler}
      within={asked}
      onAdded={(value) => {
        added.current = several ? undefined : value;
        onChange(several ? [...(Array.isArray(props.value) ? (props.value as unknown[]) : []), value] : value);
        retry();
      }}
    />
  );
  if (adding && status === 'ready' && choices.length === 0)
    return (
      <div className={styles.nothingYet}>
        <span>{words.empty}</span>
        {adding}
      </div>
    );
  const placeholder = waiting ? words.loading : choices.length === 0 ? words.empty : undefined;
  // Until the words of the chosen value are known it is shown by its value, so the field never looks empty.
  const known = waiting && value !== undefined ? [{ value: value as string | number, label: words.loading }] : choices;
  const choice = several ? (
    <Several field={props} choices={choices} loading={waiting} {...(placeholder && { placeholder })} />
  ) : (
    <Choose field={props} choices={known} loading={waiting} {...(placeholder && { placeholder })} />
  );
  if (!adding || options.adds !== true) return choice;
  return (
    <div className={styles.choiceOrNew}>
      {choice}
      {adding}
    </div>
  );
}

/** The only choice, or the main one. */
function beginningWith(choices: readonly Option[]): Option['value'] | undefined {
  return (choices.length === 1 ? choices[0] : choices.find(({ main }) => main))?.value;
}

/** Opens the flow that adds a choice, and the form waits as it is. */
function Add({
  filler: { label, Flow },
  within,
  onAdded,
}: {
  filler: OptionFiller;
  within: unknown;
  onAdded: (value: Option['value']) => void;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        {label}
      </Button>
      {opened && (
        <OutsideForm>
          <Flow
            within={within}
            onEnded={(added) => {
              setOpened(false);
              if (added !== undefined) onAdded(added);
            }}
          />
        </OutsideForm>
      )}
    </>
  );
}
