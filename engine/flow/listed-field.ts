import type { ScreenDocument } from '../document/document.ts';
import { pointerOf } from '../document/pointer.ts';
import { isSchema, type Schema } from '../document/schema.ts';
import { propertyOf } from './summary.ts';

/** A field of a screen, as a list of its entities is narrowed and sorted by it. */
export interface ListedField {
  name: string;
  title: string;
  schema: Schema;
  ui: Readonly<Record<string, unknown>>;
  /** What a value is, or each value of a list; `reference`: the id of something whose name is stored elsewhere. */
  kind: 'text' | 'number' | 'flag' | 'choice' | 'reference';
  /** In the order of the field. */
  choices: readonly { value: unknown; title: string }[];
}

export function listedField(document: ScreenDocument, name: string): ListedField {
  const schema = propertyOf(document.schema, pointerOf([name])) ?? {};
  const hints = document.ui?.[name];
  const ui = isSchema(hints) ? hints : {};
  const item = schema.type === 'array' && isSchema(schema.items) ? schema.items : schema;
  const choices = choicesOf(item);
  return { name, title: schema.title ?? name, schema, ui, kind: kindOf(item, ui, choices.length > 0), choices };
}

function kindOf(item: Schema, ui: ListedField['ui'], isChosen: boolean): ListedField['kind'] {
  const options = ui['ui:options'];
  if (isSchema(options) && typeof options['source'] === 'string') return 'reference';
  if (item.type === 'boolean') return 'flag';
  if (isChosen) return 'choice';
  return item.type === 'number' || item.type === 'integer' ? 'number' : 'text';
}

function choicesOf(item: Schema): { value: unknown; title: string }[] {
  const named = [...(item.oneOf ?? []), ...(item.anyOf ?? [])].flatMap((one) =>
    isSchema(one) && 'const' in one ? [{ value: one.const, title: String(one.title ?? one.const) }] : [],
  );
  return [...named, ...(item.enum ?? []).map((value) => ({ value, title: String(value) }))];
}
