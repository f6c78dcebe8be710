// A screen's document as the list of fields that a person edits. `document-edits.ts` and its neighbours change it.
import { fieldPlaces, type Test } from '#engine/document/conditions.ts';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { fieldOrder, isSchema, type Schema } from '#engine/document/schema.ts';
import { widgetChoices } from '#engine/document/widgets.ts';
import type { Bound } from './document-examples.ts';

export type FieldKind = 'text' | 'number' | 'yesNo' | 'choice' | 'choices' | 'other';

/** A top-level field, as one declaration in the document asks it: a field may be declared once for each of several conditions. */
export interface DocumentField {
  name: string;
  /** Of its declaration, within the schema of the screen. */
  at: Pointer;
  /** What has to hold for it to be asked; nothing for a field that is always asked. */
  tests: readonly Test[];
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
  widget: ReturnType<typeof widgetChoices>;
  /** The named source of its choices. */
  source: string | undefined;
  /** Its own words for a refusal, by the keyword of the schema. */
  messages: Readonly<Record<string, string>>;
}

/** A field by its name and the place of its declaration. */
export type FieldAt = Pick<DocumentField, 'name' | 'at'>;

export interface Option {
  value: string | number | boolean;
  title: string;
}

export const boundsOf: Readonly<Record<FieldKind, readonly Bound[]>> = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  yesNo: [],
  choice: [],
  choices: [],
  other: [],
};

export function fieldsOf(document: ScreenDocument): DocumentField[] {
  const places = [...fieldPlaces(document.schema)];
  return fieldOrder(document)
    .filter((name) => !document.given?.includes(name))
    .flatMap((name) => places.filter((place) => place.name === name))
    .map(({ name, at, schema, tests }): DocumentField => {
      const kind = kindOf(schema);
      const hints = hintsOf(document, name);
      const source = (hints['ui:options'] as { source?: unknown } | undefined)?.source;
      return {
        name,
        at,
        tests,
        title: schema.title ?? name,
        kind,
        required: branchOf(document, at)?.required?.includes(name) ?? false,
        help: document.help?.[`/${name}`] ?? '',
        bounds: Object.fromEntries(
          boundsOf[kind].flatMap((bound) => {
            const value = boundIn(schema, bound);
            return value === undefined ? [] : [[bound, value]];
          }),
        ),
        options: optionsOf(schema),
        placeholder: String(hints['ui:placeholder'] ?? ''),
        begins: schema.default as DocumentField['begins'],
        widget: widgetChoices(schema, hints['ui:widget']),
        source: typeof source === 'string' ? source : undefined,
        messages: document.messages?.[`/${name}`] ?? {},
      };
    });
}

type WholeNumber = Schema & { wholeNumber: NonNullable<Schema['wholeNumber']> };

/** Whether the bounds of the field are those of its rule `wholeNumber`. */
export function isWholeNumber(schema: Schema): schema is WholeNumber {
  return isSchema(schema.wholeNumber);
}

export function boundIn(schema: Schema, bound: Bound): number | undefined {
  const holder: Partial<Record<Bound, unknown>> = isWholeNumber(schema) ? schema.wholeNumber : schema;
  const value = holder[bound];
  return typeof value === 'number' ? value : undefined;
}

/** The schema that lists the choices: of a list the schema of its items. */
export function choicesIn(schema: Schema): Schema {
  return schema.type === 'array' && isSchema(schema.items) ? schema.items : schema;
}

function optionsOf(schema: Schema): Option[] {
  return (choicesIn(schema).oneOf ?? []).flatMap((one) =>
    isSchema(one) && one.title !== undefined && one.const !== undefined
      ? [{ value: one.const as Option['value'], title: one.title }]
      : [],
  );
}

function hintsOf({ ui }: ScreenDocument, name: string): Readonly<Record<string, unknown>> {
  return (ui?.[name] ?? {}) as Record<string, unknown>;
}

/** Whether a person types it, in one line or several, without a format. */
export function isPlainText({ kind, widget }: Pick<DocumentField, 'kind' | 'widget'>): boolean {
  return kind === 'text' && widget.offered.length > 0;
}

/** The schema of the field at this place. */
export function fieldOf(document: ScreenDocument, { name, at }: FieldAt): Schema | undefined {
  const field = branchOf(document, at)?.properties?.[name];
  return isSchema(field) ? field : undefined;
}

/** Where the schema with the properties stands that the field is one of. */
export function branchAt({ at }: Pick<FieldAt, 'at'>): Pointer {
  return at.slice(0, at.lastIndexOf('/properties/'));
}

function branchOf({ schema }: ScreenDocument, at: Pointer): Schema | undefined {
  const branch = valueAt(schema, branchAt({ at }));
  return isSchema(branch) ? branch : undefined;
}

function kindOf(schema: Schema): FieldKind {
  const { type } = schema;
  const { oneOf, enum: values } = choicesIn(schema);
  if (oneOf !== undefined || values !== undefined) return type === 'array' ? 'choices' : 'choice';
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'boolean' ? 'yesNo' : 'other';
}
