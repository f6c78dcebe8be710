import { InputWrapperContext } from '@mantine/core';
import type { FieldProps } from '@rjsf/utils';
import { useCallback, type ReactNode } from 'react';
import { pointerOf, withoutIndexes } from '#engine/document/pointer.ts';
import type { Schema } from '#engine/document/schema.ts';
import { fieldOptions } from './field-options.ts';
import { fieldId, useFieldError, useForm, useFormState, useValue } from './form-context.tsx';
import { pressEnds } from './press.ts';
import { useInputSurroundings } from './widget-props.ts';
import { widgetFor } from './widgets.ts';

/**
 * A field with one value: rjsf says where it stands and what its schema is, the store holds its value. Typing in it
 * renders this component and nothing else.
 */
export function LeafField({ schema, uiSchema, fieldPathId, required = false, name }: FieldProps): ReactNode {
  const { store, idPrefix } = useForm();
  const { locked, busy } = useFormState();
  const pointer = pointerOf(fieldPathId.path);
  const value = useValue(pointer);
  const error = useFieldError(pointer);
  const options = fieldOptions(uiSchema);
  const { component: Widget } = widgetFor(schema as Schema, options);
  const id = fieldId(idPrefix, pointer);
  const place = withoutIndexes(pointer);
  const onChange = useCallback((next: unknown) => store.change(pointer, next), [store, pointer]);
  // An error that appears between press and release would move the button from under the pointer.
  const onBlur = useCallback(() => pressEnds(() => store.leave(pointer)), [store, pointer]);
  const described = describedBy(
    id,
    Boolean(schema.description),
    error !== undefined,
    store.screen.document.help?.[place],
  );
  const surroundings = useInputSurroundings(described, `${id}-label`);
  return (
    <InputWrapperContext value={surroundings}>
      <Widget
        id={id}
        pointer={pointer}
        schema={schema as Schema}
        options={options}
        label={schema.title ?? name}
        labelId={`${id}-label`}
        value={value}
        required={required}
        readOnly={busy || locked.includes(place)}
        invalid={error !== undefined}
        describedBy={described}
        onChange={onChange}
        onBlur={onBlur}
      />
    </InputWrapperContext>
  );
}

function describedBy(id: string, described: boolean, wrong: boolean, help: string | undefined): string | undefined {
  const ids = [wrong && `${id}-error`, described && `${id}-description`, help && `${id}-help`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
