import { CONDITION } from './condition-problems.ts';
import type { Pointer } from './document.ts';
import { pointerOf } from './pointer.ts';
import type { Problem } from './problem.ts';
import { isSchema, subschemas, type Schema } from './schema.ts';
import { widgetsFor, type WidgetName } from './widgets.ts';

/** What a widget cannot do without. */
const needed: Readonly<Partial<Record<WidgetName, string>>> = { options: 'source', tree: 'tree', flags: 'flags' };

/** Widgets that cannot show what their field holds, or that have nothing to show. */
export function widgetProblems(ui: unknown, schema: Schema): Problem[] {
  const fields = new Map<Pointer, Schema[]>();
  for (const { schema: field, at, pointer } of subschemas(schema))
    if (!CONDITION.test(at)) fields.set(pointer, [...(fields.get(pointer) ?? []), field]);
  return problemsIn(ui, '', '/ui', fields);
}

function problemsIn(ui: unknown, pointer: Pointer, at: Pointer, fields: ReadonlyMap<Pointer, Schema[]>): Problem[] {
  if (!isSchema(ui)) return [];
  const widget = ui['ui:widget'] as WidgetName | undefined;
  const misfit = (fields.get(pointer) ?? [])
    .map(widgetsFor)
    .find((fitting) => fitting !== undefined && !fitting.includes(widget as WidgetName));
  const own =
    widget === undefined || widget === 'hidden' || misfit === undefined
      ? []
      : [{ pointer: `${at}/ui:widget`, message: `"${widget}" cannot show this field; use ${misfit.join(', ')}` }];
  const need = widget && needed[widget];
  const given = ui['ui:options'];
  const without =
    need === undefined || (isSchema(given) && given[need] !== undefined)
      ? []
      : [{ pointer: `${at}/ui:widget`, message: `"${widget}" needs "ui:options" with a "${need}"` }];
  const below = Object.entries(ui).flatMap(([key, held]) => {
    if (key.startsWith('ui:')) return [];
    const named = pointer + pointerOf([key]);
    return problemsIn(
      held,
      fields.has(named) || key !== 'items' ? named : `${pointer}/*`,
      at + pointerOf([key]),
      fields,
    );
  });
  return [...own, ...without, ...below];
}
