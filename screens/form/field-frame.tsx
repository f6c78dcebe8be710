import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import type { FieldTemplateProps } from '@rjsf/utils';
import { memo, useState, type ReactNode } from 'react';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { pointerOf, withoutIndexes } from '#engine/document/pointer.ts';
import type { Schema } from '#engine/document/schema.ts';
import { HelpPopover } from '../shared/help-popover.tsx';
import { useScreenWords } from '../words.tsx';
import { CharacterCount } from './character-count.tsx';
import { fieldOptions } from './field-options.ts';
import { fieldId, useFieldError, useForm, useFormState } from './form-context.tsx';
import { isLeaf, widgetFor } from './widgets.ts';
import styles from './form.module.css';

/** Stands around a field's widget: label, required mark, description, count, help, lock and error. */
export const FieldFrame = memo(function FieldFrame(props: FieldTemplateProps): ReactNode {
  const { schema, uiSchema, fieldPathId, hidden, children, required = false, label } = props;
  if (hidden) return null;
  // Groups and lists say themselves what they are.
  const options = fieldOptions(uiSchema);
  if (!isLeaf(schema as Schema, options)) return children;
  const pointer = pointerOf(fieldPathId.path);
  const { labelled } = widgetFor(schema as Schema, options);
  return (
    <Frame
      pointer={pointer}
      label={label}
      half={options.half === true}
      autofocus={options.autofocus === true}
      caption={
        labelled !== 'beside' && (
          <Caption
            pointer={pointer}
            label={label}
            required={required || schema['notBlank'] === true}
            group={labelled === 'group'}
          >
            {options.count && <CharacterCount pointer={pointer} limit={countLimit(options.count, schema.maxLength)} />}
          </Caption>
        )
      }
      description={schema.description}
      beside={labelled === 'beside'}
    >
      {children}
    </Frame>
  );
});

interface FrameProps {
  pointer: Pointer;
  label: string;
  half: boolean;
  autofocus: boolean;
  caption: ReactNode;
  description: string | undefined;
  beside: boolean;
  children: ReactNode;
}

function Frame({ pointer, label, half, autofocus, caption, description, beside, children }: FrameProps): ReactNode {
  const { idPrefix, store } = useForm();
  const id = fieldId(idPrefix, pointer);
  const help = store.screen.document.help?.[withoutIndexes(pointer)];
  // An animation of every field at once would slow the change to a step with many.
  const [appears] = useState(() => store.reshaped);
  return (
    <div
      className={styles.field}
      data-appears={appears || undefined}
      data-pointer={pointer}
      data-half={half || undefined}
      data-autofocus={autofocus || undefined}
    >
      {caption}
      {description && !beside && (
        <p className={styles.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      {beside ? (
        <div className={styles.caption}>
          {children}
          {help && <HelpPopover className={styles.helpButton} subject={label} text={help} />}
          <LockHint pointer={pointer} />
        </div>
      ) : (
        children
      )}
      {description && beside && (
        <p className={styles.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      {/* Read out with the field; eyes find it beside the form, or behind the question mark where there is no room. */}
      {help && (
        <span id={`${id}-help`} hidden>
          {help}
        </span>
      )}
      <FieldErrorLine pointer={pointer} />
    </div>
  );
}

interface CaptionProps {
  pointer: Pointer;
  label: string;
  required: boolean;
  /** A caption of several controls is no label of one. */
  group: boolean;
  children?: ReactNode;
}

/** The line above a field. */
export function Caption({ pointer, label, required, group, children }: CaptionProps): ReactNode {
  const { idPrefix, store } = useForm();
  const id = fieldId(idPrefix, pointer);
  const help = store.screen.document.help?.[withoutIndexes(pointer)];
  const words = (
    <>
      {label}
      {required && (
        <span className={styles.required} aria-hidden>
          {' *'}
        </span>
      )}
    </>
  );
  return (
    <div
      className={styles.caption}
      data-repeats={repeats(store.screen.document, pointer, label) || undefined}
      data-helped={help !== undefined || undefined}
    >
      {group ? (
        <span className={styles.label} id={`${id}-label`}>
          {words}
        </span>
      ) : (
        <label className={styles.label} id={`${id}-label`} htmlFor={id}>
          {words}
        </label>
      )}
      {help && <HelpPopover className={styles.helpButton} subject={label} text={help} />}
      <LockHint pointer={pointer} />
      <span className={styles.captionEnd}>{children}</span>
    </div>
  );
}

function LockHint({ pointer }: { pointer: Pointer }): ReactNode {
  const words = useScreenWords();
  const { locked } = useFormState();
  if (!locked.includes(withoutIndexes(pointer))) return null;
  return (
    <span className={styles.lock}>
      <IconLock size={13} aria-hidden /> {words.locked}
    </span>
  );
}

/** Whether the heading right above says the same already. */
function repeats({ title, sections = [] }: ScreenDocument, pointer: Pointer, label: string): boolean {
  const section = sections.find(({ fields }) => fields.includes(pointer.slice(1)));
  return (section ? section.title : title) === label;
}

export function FieldErrorLine({ pointer }: { pointer: Pointer }): ReactNode {
  const { idPrefix } = useForm();
  const error = useFieldError(pointer);
  if (error === undefined) return null;
  return (
    <p className={styles.error} id={`${fieldId(idPrefix, pointer)}-error`}>
      <IconAlertCircle size={14} aria-hidden />
      <span>{error}</span>
    </p>
  );
}

// C21-44
const COUNTED_TO = 75;

function countLimit(count: boolean | number, maxLength: number | undefined): number {
  return typeof count === 'number' ? count : (maxLength ?? COUNTED_TO);
}
