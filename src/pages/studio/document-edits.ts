// What a person changes of one field of a screen's document. Each change gives a new document.
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { fieldOrder, isSchema, type Schema } from '#engine/document/schema.ts';
import { placeValue } from '#screens/form/place-value.ts';
import type { SourceName } from '../../flow/source-names.ts';
import { sourceKinds } from '../../flow/source-kinds.ts';
import { examplesWithBound, examplesWithValue, type Bound } from './document-examples.ts';
import { boundIn, branchAt, fieldOf, isWholeNumber, type FieldAt, type FieldKind } from './document-fields.ts';

/** With another schema of the field. */
export function withField(document: ScreenDocument, field: FieldAt, change: (field: Schema) => Schema): ScreenDocument {
  const schema = fieldOf(document, field);
  return schema === undefined ? document : placeValue(document, `/schema${field.at}`, change(schema));
}

export function withTitle(document: ScreenDocument, field: FieldAt, title: string): ScreenDocument {
  return withField(document, field, (schema) => ({ ...schema, title }));
}

/** Without a value the field has no such bound. Its examples follow the bound, unless it leaves no value to the field. */
export function withBound(document: ScreenDocument, field: FieldAt, bound: Bound, value?: number): ScreenDocument {
  const before = boundIn(fieldOf(document, field) ?? {}, bound);
  const changed = withField(document, field, (schema) => {
    if (!isWholeNumber(schema)) return withKey(schema, bound, value);
    return { ...schema, wholeNumber: withKey(schema.wholeNumber, bound, value) };
  });
  if (value === undefined || document.examples === undefined || leavesNothing(fieldOf(changed, field) ?? {}))
    return changed;
  const { name } = field;
  return { ...changed, examples: examplesWithBound(document.examples, { name, bound, before, after: value }) };
}

function withKey<T extends object>(holder: T, key: Bound, value: number | undefined): T {
  const { [key]: _before, ...rest } = holder as T & Partial<Record<Bound, number>>;
  return (value === undefined ? rest : { ...rest, [key]: value }) as T;
}

function leavesNothing(schema: Schema): boolean {
  const [least, most] =
    schema.type === 'string' ? (['minLength', 'maxLength'] as const) : (['minimum', 'maximum'] as const);
  return (boundIn(schema, least) ?? -Infinity) > (boundIn(schema, most) ?? Infinity);
}

/** Of a field under a condition: required where the condition holds. Valid examples of an always asked field get a value. */
export function withRequired(document: ScreenDocument, field: FieldAt, required: boolean): ScreenDocument {
  const at = `/schema${branchAt(field)}/required`;
  const listed = (valueAt(document, at) as string[] | undefined) ?? [];
  const others = listed.filter((one) => one !== field.name);
  const next = required ? [...others, field.name] : others;
  const isNone = next.length === 0 && branchAt(field) !== '';
  const changed = placeValue(document, at, isNone ? undefined : next);
  const schema = fieldOf(document, field);
  if (!required || schema === undefined || branchAt(field) !== '' || changed.examples === undefined) return changed;
  return { ...changed, examples: examplesWithValue(changed.examples, field.name, schema) };
}

export function withHelp(document: ScreenDocument, { name }: FieldAt, words: string): ScreenDocument {
  const { [`/${name}`]: _, ...others } = document.help ?? {};
  const help = words === '' ? others : { ...others, [`/${name}`]: words };
  const { help: _before, ...rest } = document;
  return Object.keys(help).length === 0 ? rest : { ...rest, help };
}

/** Other options of the widget stay; a number of rows belongs to several lines. The usual widget needs no name. */
export function withWidget(document: ScreenDocument, { name }: FieldAt, widget: string): ScreenDocument {
  const {
    ['ui:widget']: _,
    ['ui:options']: options,
    ...hints
  } = (document.ui?.[name] ?? {}) as Record<string, unknown> & { 'ui:options'?: Record<string, unknown> };
  const { rows: _rows, ...others } = options ?? {};
  const kept = widget === 'textarea' ? options : others;
  return withHints(document, name, {
    ...hints,
    ...(kept && Object.keys(kept).length > 0 && { 'ui:options': kept }),
    ...(widget !== 'text' && { 'ui:widget': widget }),
  });
}

export function withHints(document: ScreenDocument, name: string, hints: object): ScreenDocument {
  const { [name]: _, ...others } = document.ui ?? {};
  const ui = Object.keys(hints).length === 0 ? others : { ...others, [name]: hints };
  return { ...document, ui };
}

/** Removes every declaration of the field, and what else the document says of it. */
export function withoutField(document: ScreenDocument, { name }: FieldAt): ScreenDocument {
  const { [name]: _hints, ...ui } = document.ui ?? {};
  const own = (pointer: string) => pointer === `/${name}` || pointer.startsWith(`/${name}/`);
  const without = <Value>(held: Record<string, Value> | undefined) =>
    Object.fromEntries(Object.entries(held ?? {}).filter(([pointer]) => !own(pointer)));
  const sections = document.sections
    ?.map((section) => ({ ...section, fields: section.fields.filter((field) => field !== name) }))
    .filter(({ fields }) => fields.length > 0);
  const { sections: _sections, ...rest } = document;
  return {
    ...rest,
    schema: (undeclared(document.schema, name) ?? {}) as NonNullable<ScreenDocument['schema']>,
    ui: withoutInOrder(ui, name),
    ...(document.help && { help: without(document.help) }),
    ...(document.messages && { messages: without(document.messages) }),
    ...(sections?.length && { sections }),
    ...(document.examples && { examples: withoutInExamples(document.examples, name) }),
  };
}

/** The schema without the field; undefined for a branch of a condition in which nothing is left. */
function undeclared(schema: unknown, name: string, at: Pointer = ''): Schema | undefined {
  if (!isSchema(schema)) return undefined;
  const { properties, required, allOf, then, else: otherwise, ...rest } = schema;
  const { [name]: _, ...others } = properties ?? {};
  const [thens, elses] = [undeclared(then, name, `${at}/then`), undeclared(otherwise, name, `${at}/else`)];
  const left = (allOf ?? []).flatMap((one, index) => undeclared(one, name, `${at}/allOf/${index}`) ?? []);
  const asked = required?.filter((one) => one !== name) ?? [];
  const next = {
    ...rest,
    ...(asked.length > 0 || (at === '' && required) ? { required: asked } : {}),
    ...(Object.keys(others).length > 0 || at === '' ? { properties: others } : {}),
    ...(left.length > 0 && { allOf: left }),
    ...(thens && { then: thens }),
    ...(elses && { else: elses }),
  } as Schema;
  const isIdle = next.if !== undefined && thens === undefined && elses === undefined;
  if (!isIdle) return at !== '' && Object.keys(next).length === 0 ? undefined : next;
  const { if: _if, ...unconditional } = next;
  return at !== '' && Object.keys(unconditional).length === 0 ? undefined : unconditional;
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

export interface NewField {
  title: string;
  kind: Exclude<FieldKind, 'other'>;
  /** The words of its choices; none where a source has them. */
  options: readonly string[];
  source?: SourceName;
  /** The field of this screen that the source depends on. */
  dependsOn?: string;
}

/** An optional field of its own below the others. Its name is made of its title. */
export function withNewField(document: ScreenDocument, asked: NewField): { document: ScreenDocument; field: FieldAt } {
  const name = freeName(document, asked.title);
  const { schema } = document;
  const properties = { ...schema?.properties, [name]: { ...shapeOf(asked), title: asked.title } };
  const order = document.ui?.['ui:order'];
  const sections = document.sections;
  const { source, dependsOn } = asked;
  const hints = source && {
    'ui:widget': 'options',
    'ui:options': { source, ...(dependsOn && { dependsOn: `/${dependsOn}` }) },
  };
  const ui = {
    ...document.ui,
    ...(Array.isArray(order) && !order.includes('*') && { 'ui:order': [...(order as string[]), name] }),
    ...(hints && { [name]: hints }),
  };
  return {
    field: { name, at: `/properties/${name}` },
    document: {
      ...document,
      schema: { type: 'object', ...schema, properties },
      ...((document.ui !== undefined || hints) && { ui }),
      ...(sections?.length && {
        sections: sections.with(sections.length - 1, {
          ...(sections.at(-1) as (typeof sections)[number]),
          fields: [...(sections.at(-1)?.fields ?? []), name],
        }),
      }),
    },
  };
}

function shapeOf({ kind, options, source }: NewField): Schema {
  const named = options.map((option) => ({ const: option, title: option }));
  switch (kind) {
    case 'text':
      return { type: 'string', maxLength: 250 };
    case 'number':
      return { type: 'integer', minimum: 0, maximum: 1_000_000 };
    case 'yesNo':
      return { type: 'boolean' };
    case 'choice':
      return source === undefined ? { type: 'string', oneOf: named } : { ...sourceKinds[source].value };
    case 'choices':
      return { type: 'array', uniqueItems: true, items: { type: 'string', oneOf: named } };
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
