import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useOptions } from '../../options/option-sources.tsx';
import { fill, useScreenWords } from '../../words.tsx';
import { titleAt } from '../field-title.ts';
import { useForm, useValue } from '../form-context.tsx';
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
  const parent = useValue(dependsOn ?? pointer);
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

  if (!needed) {
    const first = fill(words.chooseFirst, { field: titleAt(store.screen, dependsOn ?? '').toLowerCase() });
    return <Choose field={{ ...props, readOnly: true }} choices={[]} placeholder={first} />;
  }
  if (status === 'failed') {
    return (
      <div className={styles.optionsFailed} role="alert" id={props.id} tabIndex={-1}>
        <IconAlertTriangle size={16} aria-hidden />
        <span>{words.optionsFailed}</span>
        <Button variant="default" size="compact-sm" onClick={retry}>
          {words.tryAgain}
        </Button>
      </div>
    );
  }
  const waiting = status === 'loading';
  const several = props.schema.type === 'array';
  const placeholder = waiting ? words.loading : choices.length === 0 ? words.empty : undefined;
  // Until the words of the chosen value are known it is shown by its value, so the field never looks empty.
  const known = waiting && value !== undefined ? [{ value: value as string | number, label: words.loading }] : choices;
  if (several)
    return <Several field={props} choices={choices} loading={waiting} {...(placeholder && { placeholder })} />;
  return <Choose field={props} choices={known} loading={waiting} {...(placeholder && { placeholder })} />;
}
