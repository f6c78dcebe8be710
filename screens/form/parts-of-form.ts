import type { UiSchema } from '@rjsf/utils';
import type { ScreenDocument } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { subschemas, type Schema } from '#engine/document/schema.ts';
import type { FetchedPart } from '../fetched-part.tsx';
import { fieldOptions } from './field-options.ts';
import { KeyValues, ServerRows, Table } from './table/fetched-tables.ts';
import { Presets } from './fetched-presets.ts';
import { isLeaf, widgetFor } from './widgets.ts';

/** The parts that a screen's fields are drawn with and that are fetched apart: few have any when signing in, most have elsewhere. */
export function partsOfForm({ schema, ui = {}, presets }: ScreenDocument): Pick<FetchedPart<never>, 'fetch'>[] {
  const fields = [...subschemas(schema)].filter(({ pointer }) => pointer !== '');
  const drawn = fields.map(({ schema: field, pointer }) => partOfField(field, uiAt(ui, pointer))).filter(isFetched);
  return presets === undefined ? drawn : [...drawn, Presets];
}

function partOfField(field: Schema, ui: UiSchema): unknown {
  const options = fieldOptions(ui);
  if (ui['ui:field'] === 'key-values') return KeyValues;
  if (ui['ui:field'] === 'table') return Table;
  if (ui['ui:field'] === 'server-rows') return ServerRows;
  if (!isLeaf(field, options)) return field.type === 'array' ? Table : undefined;
  return options.widget === 'hidden' ? undefined : widgetFor(field, options).component;
}

const isFetched = (part: unknown): part is Pick<FetchedPart<never>, 'fetch'> =>
  typeof part === 'function' && 'fetch' in part;

/** What a document's `ui` says of a field; the fields of a list's items share theirs. */
function uiAt(ui: UiSchema, pointer: string): UiSchema {
  return segmentsOf(pointer).reduce<UiSchema>(
    (within, segment) => (within[segment === '*' ? 'items' : segment] ?? {}) as UiSchema,
    ui,
  );
}
