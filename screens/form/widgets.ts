import { createElement, type ComponentType } from 'react';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { fetchedPart, type FetchedPart } from '../fetched-part.tsx';
import { choicesOf, type FieldOptions } from './field-options.ts';
import type { WidgetProps } from './widget-props.ts';
import { CodeWidget } from './widgets/code.tsx';
import { PasswordWidget } from './widgets/password.tsx';
import { TextWidget } from './widgets/text.tsx';
import styles from './form.module.css';

/** How label and widget go together: a label above one input, a caption of several, or words beside a box. */
type Labelled = 'above' | 'group' | 'beside';

interface Widget {
  component: ComponentType<WidgetProps> | FetchedPart<WidgetProps>;
  labelled: Labelled;
}

type More = typeof import('./widgets/more.ts');

const more = (name: keyof More): FetchedPart<WidgetProps> =>
  fetchedPart(
    async () => (await import('./widgets/more.ts'))[name],
    createElement('div', { className: styles['waiting'] }),
  );

const widgets: Record<string, Widget> = {
  text: { component: TextWidget, labelled: 'above' },
  password: { component: PasswordWidget, labelled: 'above' },
  tags: { component: more('TagsWidget'), labelled: 'above' },
  code: { component: CodeWidget, labelled: 'above' },
  checkbox: { component: more('CheckboxWidget'), labelled: 'beside' },
  'new-password': { component: more('NewPasswordWidget'), labelled: 'above' },
  textarea: { component: more('TextareaWidget'), labelled: 'above' },
  number: { component: more('NumberWidget'), labelled: 'above' },
  duration: { component: more('DurationWidget'), labelled: 'above' },
  select: { component: more('SelectWidget'), labelled: 'above' },
  options: { component: more('OptionsWidget'), labelled: 'above' },
  radio: { component: more('RadioWidget'), labelled: 'group' },
  segmented: { component: more('SegmentedWidget'), labelled: 'group' },
  checkboxes: { component: more('CheckboxesWidget'), labelled: 'group' },
  flags: { component: more('FlagsWidget'), labelled: 'group' },
  editor: { component: more('EditorWidget'), labelled: 'above' },
  files: { component: more('FilesWidget'), labelled: 'above' },
  file: { component: more('FileWidget'), labelled: 'above' },
  tree: { component: more('TreeWidget'), labelled: 'above' },
  switch: { component: more('SwitchWidget'), labelled: 'beside' },
};

export const widgetNames: readonly string[] = Object.keys(widgets);

/** The widget that a document names, else the one that fits the schema. */
export function widgetFor(schema: Schema, options: FieldOptions): Widget {
  const name = options.widget ?? fittingName(schema, options);
  const widget = widgets[name];
  if (!widget) throw new Error(`there is no widget "${name}"; there are ${widgetNames.join(', ')}`);
  return widget;
}

/** Whether the field has one value of its own: an array of named values is one, an array of things is not. */
export function isLeaf(schema: Schema, { widget }: FieldOptions): boolean {
  if (schema.type === 'object') return false;
  if (schema.type !== 'array' || widget === 'options' || widget === 'tags' || widget === 'files') return true;
  return isSchema(schema.items) && choicesOf(schema.items as Schema, {}).length > 0;
}

function fittingName(schema: Schema, options: FieldOptions): string {
  if (schema.type === 'array') return 'checkboxes';
  if (schema.type === 'boolean') return 'checkbox';
  if (choicesOf(schema, options).length > 0) return 'select';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.writeOnly ? 'password' : 'text';
}
