import { lazy, type ComponentType } from 'react';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { choicesOf, type FieldOptions } from './field-options.ts';
import type { WidgetProps } from './widget-props.ts';
import { CodeWidget } from './widgets/code.tsx';
import { PasswordWidget } from './widgets/password.tsx';
import { TextWidget } from './widgets/text.tsx';

/** How label and widget go together: a label above one input, a caption of several, or words beside a box. */
type Labelled = 'above' | 'group' | 'beside';

interface Widget {
  component: ComponentType<WidgetProps>;
  labelled: Labelled;
}

const more = () => import('./widgets/more.ts');

const widgets: Record<string, Widget> = {
  text: { component: TextWidget, labelled: 'above' },
  password: { component: PasswordWidget, labelled: 'above' },
  code: { component: CodeWidget, labelled: 'above' },
  checkbox: { component: lazy(() => more().then((m) => ({ default: m.CheckboxWidget }))), labelled: 'beside' },
  'new-password': { component: lazy(() => more().then((m) => ({ default: m.NewPasswordWidget }))), labelled: 'above' },
  textarea: { component: lazy(() => more().then((m) => ({ default: m.TextareaWidget }))), labelled: 'above' },
  number: { component: lazy(() => more().then((m) => ({ default: m.NumberWidget }))), labelled: 'above' },
  duration: { component: lazy(() => more().then((m) => ({ default: m.DurationWidget }))), labelled: 'above' },
  select: { component: lazy(() => more().then((m) => ({ default: m.SelectWidget }))), labelled: 'above' },
  options: { component: lazy(() => more().then((m) => ({ default: m.OptionsWidget }))), labelled: 'above' },
  radio: { component: lazy(() => more().then((m) => ({ default: m.RadioWidget }))), labelled: 'group' },
  segmented: { component: lazy(() => more().then((m) => ({ default: m.SegmentedWidget }))), labelled: 'group' },
  checkboxes: { component: lazy(() => more().then((m) => ({ default: m.CheckboxesWidget }))), labelled: 'group' },
  file: { component: lazy(() => more().then((m) => ({ default: m.FileWidget }))), labelled: 'above' },
  switch: { component: lazy(() => more().then((m) => ({ default: m.SwitchWidget }))), labelled: 'beside' },
};

export const widgetNames: readonly string[] = Object.keys(widgets);

/** Long enough for the first step to be usable on a slow line, short enough for a quick person. */
const preloadAfterMs = 700;

/** Fetches the widgets of later steps while the person reads the first one. Answers how to leave it. */
export function preloadWidgets(): () => void {
  // A failed fetch is told by the field that needs it.
  const timer = setTimeout(() => more().catch(() => undefined), preloadAfterMs);
  return () => clearTimeout(timer);
}

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
  if (schema.type !== 'array' || widget === 'options') return true;
  return isSchema(schema.items) && choicesOf(schema.items as Schema, {}).length > 0;
}

function fittingName(schema: Schema, options: FieldOptions): string {
  if (schema.type === 'array') return 'checkboxes';
  if (schema.type === 'boolean') return 'checkbox';
  if (choicesOf(schema, options).length > 0) return 'select';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return schema.writeOnly ? 'password' : 'text';
}
