import { useMemo } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import type { Schema } from '#engine/document/schema.ts';
import type { FieldOptions } from './field-options.ts';

/** What every widget is given. A widget shows the value and says what it became; label and error stand around it. */
export interface WidgetProps {
  id: string;
  pointer: Pointer;
  schema: Schema;
  options: FieldOptions;
  label: string;
  /** For widgets of several controls. */
  labelId: string;
  value: unknown;
  required: boolean;
  /** Locked, or an effect is under way. */
  readOnly: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  /** `undefined` is "nothing given". */
  onChange(value: unknown): void;
  onBlur(): void;
}

/** The attributes that every plain input takes. */
export function inputAttributes(props: WidgetProps) {
  const { id, options, invalid, required, readOnly, onBlur } = props;
  return {
    id,
    name: props.pointer.slice(1),
    placeholder: options.placeholder,
    autoComplete: options.autocomplete ?? 'off',
    error: invalid,
    'aria-required': required,
    readOnly,
    onBlur,
  };
}

/** Mantine's inputs take the ids of the texts around them from here; ours stand in the field frame. */
export function useInputSurroundings(describedBy: string | undefined, labelId: string) {
  return useMemo(
    () => ({ describedBy, labelId, inputId: undefined, getStyles: null, offsetTop: false, offsetBottom: false }),
    [describedBy, labelId],
  );
}
