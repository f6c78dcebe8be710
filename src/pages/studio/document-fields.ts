// A screen's document as the list of fields that a person edits. Each change gives a new document.
import type { ScreenDocument } from '#engine/document/document.ts';
import { examplesWithBound, type Bound } from './document-examples.ts';
import { fieldOrder, isSchema, type Schema } from '#engine/document/schema.ts';

export type FieldKind = 'text' | 'number' | 'yesNo' | 'choice' | 'other';

/** A top-level field that the screen always asks; fields of conditions are edited in the document. */
export interface DocumentField {
  name: string;
  title: string;
  kind: FieldKind;
  required: boolean;
  help: string;
  bounds: Partial<Record<Bound, number>>;
  /** Its choices; empty where another part of the product says them. */
  options: Option[];
  placeholder: string;
  /** What it begins with. */
  begins: string | number | boolean | undefined;
  /** Whether a text has several lines; undefined where another widget asks it. */
  lines: 'one' | 'several' | undefined;
  /** Its own words for a refusal, by the keyword of the schema. */
  messages: Readonly<Record<string, string>>;
}

export interface Option {
  value: string | number | boolean;
  title: string;
}

export const boundsOf: Readonly<Record<FieldKind, readonly Bound[]>> = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  yesNo: [],
  choice: [],
  other: [],
};

export function fieldsOf(document: ScreenDocument): DocumentField[] {
  const properties = propertiesOf(document);
  return fieldOrder(document).flatMap((name) => {
    const field = properties[name];
    if (field === undefined || document.given?.includes(name)) return [];
    const kind = kindOf(field);
    return [
      {
        name,
        title: field.title ?? name,
        kind,
        required: document.schema?.required?.includes(name) ?? false,
        help: document.help?.[`/${name}`] ?? '',
        bounds: Object.fromEntries(
          boundsOf[kind].flatMap((bound) => (typeof field[bound] === 'number' ? [[bound, field[bound]]] : [])),
        ),
        options: optionsOf(field),
        placeholder: String(hintsOf(document, name)['ui:placeholder'] ?? ''),
        begins: field.default as DocumentField['begins'],
        lines: linesOf(kind, field, hintsOf(document, name)['ui:widget']),
        messages: document.messages?.[`/${name}`] ?? {},
      },
    ];
  });
}

function optionsOf({ oneOf = [] }: Schema): Option[] {
  return oneOf.flatMap((one) =>
    isSchema(one) && one.title !== undefined && one.const !== undefined
      ? [{ value: one.const as Option['value'], title: one.title }]
      : [],
  );
}

function hintsOf({ ui }: ScreenDocument, name: string): Readonly<Record<string, unknown>> {
  return (ui?.[name] ?? {}) as Record<string, unknown>;
}

function linesOf(kind: FieldKind, { format, writeOnly }: Schema, widget: unknown): DocumentField['lines'] {
  if (kind !== 'text' || format !== undefined || writeOnly === true) return undefined;
  return widget === undefined ? 'one' : widget === 'textarea' ? 'several' : undefined;
}

/** The schema of a field that the screen always asks. */
export function fieldOf(document: ScreenDocument, name: string): Schema | undefined {
  return propertiesOf(document)[name];
}

function propertiesOf({ schema }: ScreenDocument): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schema?.properties ?? {}).filter((entry) => isSchema(entry[1]))) as Record<
    string,
    Schema
  >;
}

function kindOf({ type, oneOf, enum: values }: Schema): FieldKind {
  if (oneOf !== undefined || values !== undefined) return 'choice';
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'yesNo' : 'other';
}

export function withTitle(document: ScreenDocument, name: string, title: string): ScreenDocument {
  return withField(document, name, (field) => ({ ...field, title }));
}

/** Without a value the field has no such bound. Its examples follow the bound. */
export function withBound(document: ScreenDocument, name: string, bound: Bound, value?: number): ScreenDocument {
  const before = fieldOf(document, name)?.[bound];
  const changed = withField(document, name, (field) => {
    const { [bound]: _before, ...rest } = field;
    return value === undefined ? rest : { ...rest, [bound]: value };
  });
  if (value === undefined || document.examples === undefined) return changed;
  return { ...changed, examples: examplesWithBound(document.examples, { name, bound, before, after: value }) };
}

export function withRequired(document: ScreenDocument, name: string, required: boolean): ScreenDocument {
  const { schema } = document;
  const others = (schema?.required ?? []).filter((one) => one !== name);
  return withSchema(document, { ...schema, required: required ? [...others, name] : others });
}

export function withHelp(document: ScreenDocument, name: string, words: string): ScreenDocument {
  const { [`/${name}`]: _, ...others } = document.help ?? {};
  const help = words === '' ? others : { ...others, [`/${name}`]: words };
  const { help: _before, ...rest } = document;
  return Object.keys(help).length === 0 ? rest : { ...rest, help };
}

/** Fields of their own in the example answers stay: who removes a field says so there as well. */
export function withoutField(document: ScreenDocument, name: string): ScreenDocument {
  const { [name]: _, ...properties } = document.schema?.properties ?? {};
  const { [name]: _hints, ...ui } = document.ui ?? {};
  const own = (pointer: string) => pointer === `/${name}` || pointer.startsWith(`/${name}/`);
  const without = <Value>(held: Record<string, Value> | undefined) =>
    Object.fromEntries(Object.entries(held ?? {}).filter(([pointer]) => !own(pointer)));
  const removed = withRequired({ ...document, ui: withoutInOrder(ui, name) }, name, false);
  return {
    ...withSchema(removed, { ...removed.schema, properties }),
    ...(document.help && { help: without(document.help) }),
    ...(document.messages && { messages: without(document.messages) }),
    ...(document.sections && {
      sections: document.sections.map((section) => ({
        ...section,
        fields: section.fields.filter((field) => field !== name),
      })),
    }),
    ...(document.examples && { examples: withoutInExamples(document.examples, name) }),
  };
}

function withoutInOrder(ui: Record<string, unknown>, name: string): Record<string, unknown> {
  const order = ui['ui:order'];
  return Array.isArray(order) ? { ...ui, 'ui:order': order.filter((one) => one !== name) } : ui;
}

function withoutInExamples({ valid, invalid }: NonNullable<ScreenDocument['examples']>, name: string) {
  const without = (data: unknown) => {
    if (!isSchema(data)) return data;
    const { [name]: _, ...rest } = data as Record<string, unknown>;
    return rest;
  };
  return { valid: valid.map(without), invalid };
}

/** An optional field of its own below the others. Its name is made of its title. */
export function withNewField(
  document: ScreenDocument,
  { title, kind, options }: { title: string; kind: Exclude<FieldKind, 'other'>; options: readonly string[] },
): { document: ScreenDocument; name: string } {
  const name = freeName(document, title);
  const field: Schema = { ...shapeOf(kind, options), title };
  const { schema } = document;
  const added = withSchema(document, {
    type: 'object',
    ...schema,
    properties: { ...schema?.properties, [name]: field },
  });
  const order = document.ui?.['ui:order'];
  const sections = document.sections;
  return {
    name,
    document: {
      ...added,
      ...(Array.isArray(order) &&
        !order.includes('*') && { ui: { ...document.ui, 'ui:order': [...(order as string[]), name] } }),
      ...(sections?.length && {
        sections: sections.with(sections.length - 1, {
          ...(sections.at(-1) as (typeof sections)[number]),
          fields: [...(sections.at(-1)?.fields ?? []), name],
        }),
      }),
    },
  };
}

function shapeOf(kind: Exclude<FieldKind, 'other'>, options: readonly string[]): Schema {
  switch (kind) {
    case 'text':
      return { type: 'string', maxLength: 250 };
    case 'number':
      return { type: 'integer', minimum: 0, maximum: 1_000_000 };
    case 'yesNo':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', oneOf: options.map((option) => ({ const: option, title: option })) };
  }
}

/** `Cost centre` → `costCentre`; with a number where there is one already. */
function freeName(document: ScreenDocument, title: string): string {
  const words = title
    .normalize('NFD')
    .replace(/[^a-z0-9 ]/gi, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
  const name = words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  const first = /^[a-z]/.test(name) ? name.slice(0, 40) : `field${name.slice(0, 40)}`;
  const taken = new Set(fieldOrder(document));
  if (!taken.has(first)) return first;
  for (let number = 2; ; number += 1) if (!taken.has(`${first}${number}`)) return `${first}${number}`;
}

/** One place up (-1) or down (1) among its neighbours; a field stays in its section. */
export function movedField(document: ScreenDocument, name: string, by: -1 | 1): ScreenDocument {
  const { sections } = document;
  if (sections?.some(({ fields }) => fields.includes(name)))
    return {
      ...document,
      sections: sections.map((section) => ({ ...section, fields: swapped(section.fields, name, by) })),
    };
  const order = fieldOrder(document).filter((one) => one !== '*');
  return { ...document, ui: { ...document.ui, 'ui:order': swapped(order, name, by) } };
}

function swapped(names: readonly string[], name: string, by: -1 | 1): string[] {
  const at = names.indexOf(name);
  const other = names[at + by];
  if (at < 0 || other === undefined) return [...names];
  return names.map((one) => (one === name ? other : one === other ? name : one));
}

/** With another schema of the field. */
export function withField(document: ScreenDocument, name: string, change: (field: Schema) => Schema): ScreenDocument {
  const { schema } = document;
  const properties = propertiesOf(document);
  const field = properties[name];
  if (field === undefined) return document;
  return withSchema(document, { ...schema, properties: { ...schema?.properties, [name]: change(field) } });
}

function withSchema(document: ScreenDocument, schema: object): ScreenDocument {
  return { ...document, schema: schema as NonNullable<ScreenDocument['schema']> };
}
