import { flagsWritten } from '#engine/document/flags.ts';
import { withoutIndexes } from '#engine/document/pointer.ts';
import { isChoiceOfValues, subschemas, type Schema } from '#engine/document/schema.ts';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';

export interface FieldSchema {
  type: string | undefined;
  /** The words of each value that is offered. */
  labels: ReadonlyMap<unknown, string>;
  /** Of a list of things: the schema of one. */
  item: Schema | undefined;
  /** In some branch. */
  required: boolean;
  schema: Schema;
}

const known = new WeakMap<ScreenDocument, Map<Pointer, FieldSchema>>();

/** What the document says of the field, in whichever of its branches. */
export function fieldSchema(document: ScreenDocument, pointer: Pointer): FieldSchema {
  const place = withoutIndexes(pointer);
  const held = known.get(document) ?? new Map<Pointer, FieldSchema>();
  known.set(document, held);
  const found = held.get(place) ?? read(document, place);
  held.set(place, found);
  return found;
}

function read({ schema: root }: ScreenDocument, place: Pointer): FieldSchema {
  const all = [...subschemas(root)];
  const parts = all.filter((visit) => visit.pointer === place && !/\/if(\/|$)/.test(visit.at));
  const labels = new Map<unknown, string>();
  for (const { schema } of parts) {
    const items = (schema.items ?? {}) as Schema;
    for (const some of [schema.oneOf, schema.anyOf, items.oneOf, items.anyOf]) {
      if (!isChoiceOfValues(some)) continue;
      for (const { const: value, title } of some) labels.set(value, title ?? String(value));
    }
  }
  const schema = Object.assign({}, ...parts.toReversed().map((part) => part.schema)) as Schema;
  const item = parts.map(({ schema: { items } }) => items as Schema | undefined).find((one) => one?.properties);
  const [type] = [schema.type].flat();
  const above = place.slice(0, place.lastIndexOf('/'));
  const name = place.slice(above.length + 1);
  const required = all.some(
    (visit) => visit.pointer === above && !/\/if(\/|$)/.test(visit.at) && visit.schema.required?.includes(name),
  );
  return { type, labels, item, required, schema };
}

/** Names that the document hides from a person and that no field beside them writes, at any depth. */
export function hiddenNames({ ui }: ScreenDocument): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('ui:widget' in value && value['ui:widget'] === 'hidden') names.add(name);
    for (const [key, below] of Object.entries(value)) visit(below, key);
  };
  visit(ui, '');
  for (const flag of flagsWritten(ui)) names.delete(flag.slice(1));
  return names;
}

/** Fields at the top that are there whatever is answered. */
export function alwaysShown({ schema, ui = {} }: ScreenDocument): string[] {
  return Object.keys(schema?.properties ?? {}).filter((name) => {
    const part = ui[name] as { 'ui:widget'?: string; 'ui:options'?: { hideWhenEmpty?: boolean } } | undefined;
    return part?.['ui:widget'] !== 'hidden' && part?.['ui:options']?.hideWhenEmpty !== true;
  });
}
