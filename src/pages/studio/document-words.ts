// The words around a field of a screen's document, and what it begins with. Each change gives a new document.
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { placeValue } from '#screens/form/place-value.ts';
import { withField, withHints } from './document-edits.ts';
import { choicesIn, fieldOf, type DocumentField, type FieldAt } from './document-fields.ts';

/** What a field can be refused for, by the keyword of its schema. */
export const refusals = [
  'required',
  'notBlank',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'format',
] as const;
export type Refusal = (typeof refusals)[number];

/** The refusals that the field has or has words for. */
export function refusalsOf(document: ScreenDocument, field: DocumentField): Refusal[] {
  const schema = (fieldOf(document, field) ?? {}) as Record<string, unknown>;
  return refusals.filter((one) =>
    one === 'required' ? field.required : schema[one] !== undefined || field.messages[one] !== undefined,
  );
}

/** Without words the product's own say what is wrong. */
export function withMessage(
  document: ScreenDocument,
  { name }: FieldAt,
  refusal: Refusal,
  words: string,
): ScreenDocument {
  const { [`/${name}`]: own, ...others } = document.messages ?? {};
  const { [refusal]: _, ...rest } = own ?? {};
  const next = words === '' ? rest : { ...rest, [refusal]: words };
  const messages = Object.keys(next).length === 0 ? others : { ...others, [`/${name}`]: next };
  const { messages: _before, ...kept } = document;
  return Object.keys(messages).length === 0 ? kept : { ...kept, messages };
}

export function withPlaceholder(document: ScreenDocument, { name }: FieldAt, words: string): ScreenDocument {
  const { ['ui:placeholder']: _, ...hints } = (document.ui?.[name] ?? {}) as Record<string, unknown>;
  return withHints(document, name, words === '' ? hints : { ...hints, 'ui:placeholder': words });
}

/** What the field begins with; without a value it begins empty. */
export function withDefault(
  document: ScreenDocument,
  field: FieldAt,
  value: string | number | boolean | undefined,
): ScreenDocument {
  return withField(document, field, (schema) => {
    const { default: _, ...rest } = schema;
    return value === undefined ? rest : { ...rest, default: value };
  });
}

/** The choice keeps its value, so that what is stored stays what it is. */
export function withOptionTitle(
  document: ScreenDocument,
  field: FieldAt,
  value: string | number | boolean,
  title: string,
): ScreenDocument {
  return withChoices(document, field, (options) =>
    options.map((one) => (isSchema(one) && one.const === value ? { ...one, title } : one)),
  );
}

export function withNewOption(document: ScreenDocument, field: FieldAt, title: string): ScreenDocument {
  return withChoices(document, field, (options) => [...options, { const: title, title } as Schema]);
}

/** A default that is gone with its choice goes, too. */
export function withoutOption(
  document: ScreenDocument,
  field: FieldAt,
  value: string | number | boolean,
): ScreenDocument {
  const removed = withChoices(document, field, (options) =>
    options.filter((one) => !isSchema(one) || one.const !== value),
  );
  return fieldOf(document, field)?.default === value ? withDefault(removed, field, undefined) : removed;
}

type Choices = NonNullable<Schema['oneOf']>;

function withChoices(document: ScreenDocument, field: FieldAt, change: (options: Choices) => Choices): ScreenDocument {
  return withField(document, field, (schema) => {
    const holder = choicesIn(schema);
    const changed = { ...holder, oneOf: change(holder.oneOf ?? []) };
    return holder === schema ? changed : { ...schema, items: changed };
  });
}

/** With another text at the pointer, where the document still has the one that the person saw. */
export function withText(document: ScreenDocument, pointer: Pointer, before: string, text: string): ScreenDocument {
  return valueAt(document, pointer) === before ? placeValue(document, pointer, text) : document;
}
