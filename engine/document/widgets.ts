import { isChoiceOfValues, isSchema, type Schema } from './schema.ts';

/** What `ui:widget` may name; `screens/` has a component for each. */
export const widgetNames = [
  'text',
  'password',
  'new-password',
  'textarea',
  'number',
  'select',
  'radio',
  'segmented',
  'switch',
  'checkbox',
  'checkboxes',
  'options',
  /** Several texts, each entered with Enter. */
  'tags',
  'code',
  'duration',
  /** A file, whose name and size are the field's value (format "chosen-file"). */
  'file',
  /** Several files: an array of such values. */
  'files',
  /** Source code. */
  'editor',
  /** A text that may also be chosen from a tree, of which each level is read when it is opened. */
  'tree',
  /** A choice that several flags keep together; the fields of the others are hidden. */
  'flags',
  /** Kept in the data and not shown. */
  'hidden',
] as const;

/** What `ui:field` may name: fields that draw a whole array or object. */
export const fieldNames = ['table', 'key-values', 'server-rows'] as const;

export type WidgetName = (typeof widgetNames)[number];

/** What a field holds, as far as its widget goes. */
type Held = 'flag' | 'number' | 'choice' | 'choices' | 'text' | 'secret' | 'file' | 'list';

/** The widgets that can show each; `hidden` shows nothing and fits all. */
const fitting: Readonly<Record<Held, readonly WidgetName[]>> = {
  flag: ['switch', 'checkbox', 'flags'],
  number: ['number', 'duration', 'options'],
  choice: ['select', 'radio', 'segmented', 'options'],
  choices: ['checkboxes', 'select'],
  text: ['text', 'textarea', 'password', 'code', 'options', 'tree', 'editor'],
  secret: ['password', 'new-password', 'code', 'text', 'textarea'],
  file: ['file'],
  list: ['options', 'tags', 'files'],
};

/** Those among which a person may choose: the others need something of the flow, or a format. */
const plain: Readonly<Partial<Record<Held, readonly WidgetName[]>>> = {
  flag: ['switch', 'checkbox'],
  choice: ['select', 'radio', 'segmented'],
  choices: ['checkboxes', 'select'],
  text: ['text', 'textarea'],
};

/** What shows a field whose document names no widget. */
const usual: Readonly<Record<Held, WidgetName>> = {
  flag: 'checkbox',
  number: 'number',
  choice: 'select',
  choices: 'checkboxes',
  text: 'text',
  secret: 'password',
  file: 'file',
  list: 'checkboxes',
};

/** What of a schema decides its widgets. Undefined for a schema without a type, and for things and lists of things. */
function heldBy({ type, oneOf, enum: values, format, writeOnly, items }: Schema): Held | undefined {
  if (type === 'boolean') return 'flag';
  if (type === 'array') {
    if (!isSchema(items) || items.type === 'object' || items.type === undefined) return undefined;
    return isChoiceOfValues(items.oneOf) || items.enum !== undefined ? 'choices' : 'list';
  }
  if (type !== 'string' && type !== 'integer' && type !== 'number') return undefined;
  if (isChoiceOfValues(oneOf) || values !== undefined) return 'choice';
  if (type !== 'string') return 'number';
  if (writeOnly === true) return 'secret';
  return format === 'chosen-file' ? 'file' : 'text';
}

/** The widgets that can show the field; undefined where its schema alone does not say. */
export function widgetsFor(schema: Schema): readonly WidgetName[] | undefined {
  const held = heldBy(schema);
  return held && fitting[held];
}

/** The widget in use, `named` or the usual one, and those that a person may choose in its place; none where the flow needs this one. */
export function widgetChoices(schema: Schema, named?: unknown): { shown?: WidgetName; offered: readonly WidgetName[] } {
  const held = heldBy(schema);
  const shown = (named ?? (held && usual[held])) as WidgetName | undefined;
  if (held === undefined || shown === undefined) return { ...(shown && { shown }), offered: [] };
  const among = held === 'text' && schema.format !== undefined ? [] : (plain[held] ?? []);
  return { shown, offered: among.includes(shown) ? among : [] };
}
