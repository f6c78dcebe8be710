// The words around a field of a screen's document, and what it begins with. Each change gives a new document.
import type { ScreenDocument } from '#engine/document/document.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { fieldOf, withField, type DocumentField } from './document-fields.ts';

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
  const schema = (fieldOf(document, field.name) ?? {}) as Record<string, unknown>;
  return refusals.filter((one) =>
    one === 'required' ? field.required : schema[one] !== undefined || field.messages[one] !== undefined,
  );
}

/** Without words the product's own say what is wrong. */
export function withMessage(document: ScreenDocument, name: string, refusal: Refusal, words: string): ScreenDocument {
  const { [`/${name}`]: own, ...others } = document.messages ?? {};
  const { [refusal]: _, ...rest } = own ?? {};
  const next = words === '' ? rest : { ...rest, [refusal]: words };
  const messages = Object.keys(next).length === 0 ? others : { ...others, [`/${name}`]: next };
  const { messages: _before, ...kept } = document;
  return Object.keys(messages).length === 0 ? kept : { ...kept, messages };
}

export function withPlaceholder(document: ScreenDocument, name: string, words: string): ScreenDocument {
  const { ['ui:placeholder']: _, ...hints } = (document.ui?.[name] ?? {}) as Record<string, unknown>;
  return withHints(document, name, words === '' ? hints : { ...hints, 'ui:placeholder': words });
}

/** A text of several lines, or of one. Other options of the widget stay. */
export function withLines(document: ScreenDocument, name: string, several: boolean): ScreenDocument {
  const {
    ['ui:widget']: _,
    ['ui:options']: options,
    ...hints
  } = (document.ui?.[name] ?? {}) as Record<string, unknown> & { 'ui:options'?: Record<string, unknown> };
  const { rows: _rows, ...others } = options ?? {};
  return withHints(document, name, {
    ...hints,
    ...(Object.keys(others).length > 0 && { 'ui:options': others }),
    ...(several && { 'ui:widget': 'textarea' }),
  });
}

function withHints(document: ScreenDocument, name: string, hints: object): ScreenDocument {
  const { [name]: _, ...others } = document.ui ?? {};
  const ui = Object.keys(hints).length === 0 ? others : { ...others, [name]: hints };
  return { ...document, ui };
}

/** What the field begins with; without a value it begins empty. */
export function withDefault(
  document: ScreenDocument,
  name: string,
  value: string | number | boolean | undefined,
): ScreenDocument {
  return withField(document, name, (field) => {
    const { default: _, ...rest } = field;
    return value === undefined ? rest : { ...rest, default: value };
  });
}

/** The choice keeps its value, so that what is stored stays what it is. */
export function withOptionTitle(
  document: ScreenDocument,
  name: string,
  value: string | number | boolean,
  title: string,
): ScreenDocument {
  return withField(document, name, (field) => ({
    ...field,
    oneOf: (field.oneOf ?? []).map((one) => (isSchema(one) && one.const === value ? { ...one, title } : one)),
  }));
}

export function withNewOption(document: ScreenDocument, name: string, title: string): ScreenDocument {
  return withField(document, name, (field) => ({
    ...field,
    oneOf: [...(field.oneOf ?? []), { const: title, title } as Schema],
  }));
}

/** A default that is gone with its choice goes, too. */
export function withoutOption(
  document: ScreenDocument,
  name: string,
  value: string | number | boolean,
): ScreenDocument {
  const removed = withField(document, name, (field) => ({
    ...field,
    oneOf: (field.oneOf ?? []).filter((one) => !isSchema(one) || one.const !== value),
  }));
  return fieldOf(document, name)?.default === value ? withDefault(removed, name, undefined) : removed;
}

export function withSectionTitle(document: ScreenDocument, index: number, title: string): ScreenDocument {
  const sections = (document.sections ?? []).map((section, at) => (at === index ? { ...section, title } : section));
  return { ...document, sections };
}
