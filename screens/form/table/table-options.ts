import type { UiSchema } from '@rjsf/utils';
import getUiOptions from '@rjsf/utils/lib/getUiOptions.js';
import type { Pointer } from '#engine/document/document.ts';
import { type Schema } from '#engine/document/schema.ts';
import type { SentenceTemplate } from '#engine/document/sentence.ts';
import type { Mode } from '#engine/flow/flow.ts';
import { propertyOf } from '#engine/flow/summary.ts';
import { pointerOf } from '#engine/document/pointer.ts';
import { isHidden, orderedNames } from '../ordered-names.ts';

export interface Column {
  field?: string;
  title?: string;
  /** The generated sentence of the row. */
  template?: SentenceTemplate;
  /** A cell that can be changed in the table though the row is edited in a dialog. */
  inline?: boolean;
  /** A value that goes without saying. */
  hideWhen?: unknown;
  /** The flag of the screen that the column stands for. */
  when?: Pointer;
}

export interface TableOptions {
  columns: Column[];
  addLabel?: string;
  emptyText?: string;
  itemTitle?: Record<Mode, string>;
  minimumRows: number;
  maximumRows: number;
  /** In place, in a dialog of the same form, or by a flow of its own. */
  edit: 'inline' | 'modal' | { flow: string };
}

/** More fields than this do not fit side by side. */
const INLINE_FIELDS = 4;

export function tableOptions(schema: Schema, item: Schema, uiSchema: UiSchema | undefined): TableOptions {
  const given = getUiOptions(uiSchema ?? {}) as unknown as Partial<TableOptions>;
  const itemUi = uiSchema?.['items'] as UiSchema | undefined;
  const names = orderedNames(item, itemUi).filter((name) => !isHidden(itemUi?.[name]));
  const flat = names.every(
    (name) => !['array', 'object'].includes(String((item.properties?.[name] as Schema | undefined)?.type)),
  );
  const edit = given.edit ?? (flat && names.length <= INLINE_FIELDS ? 'inline' : 'modal');
  return {
    ...given,
    // In place, every field needs its cell; in a dialog, the document may show a few of them.
    columns:
      edit === 'inline' ? inlineColumns(names, given.columns) : (given.columns ?? names.map((field) => ({ field }))),
    minimumRows: given.minimumRows ?? 0,
    maximumRows: schema.maxItems ?? Number.POSITIVE_INFINITY,
    edit,
  };
}

function inlineColumns(names: readonly string[], columns: readonly Column[] = []): Column[] {
  const first = columns.filter(({ field }) => field !== undefined && names.includes(field));
  const named = new Set(first.map(({ field }) => field));
  return [...first, ...names.filter((name) => !named.has(name)).map((field) => ({ field }))];
}

export function titleOf({ title, field }: Column, item: Schema): string {
  const property = field === undefined ? undefined : propertyOf(item, pointerOf([field]));
  return title ?? property?.title ?? field ?? '';
}
