import type { ScreenLibrary } from '#engine/compile/library.ts';
import { isSchema } from '#engine/document/schema.ts';
import type { SentenceTemplate } from '#engine/document/sentence.ts';
import { fillTemplate } from '#engine/flow/summary.ts';

/** The sentence of a condition (F08-31), from the template that the page's table shows too. */
export function conditionSentences(screens: ScreenLibrary): (condition: Readonly<Record<string, unknown>>) => string {
  const { ui, schema } = screens.get('cloud-monitor', 'conditions').document;
  const template = columnTemplate(ui);
  const row = inside(schema, 'properties', 'conditions', 'items');
  if (template === undefined || !isSchema(row))
    throw new Error('schemas/cloud-monitor/conditions.json has no column with a template for the description');
  return (condition) => fillTemplate(template, condition, row);
}

function columnTemplate(ui: unknown): SentenceTemplate | undefined {
  const columns = inside(ui, 'conditions', 'ui:options', 'columns');
  if (!Array.isArray(columns)) return undefined;
  const template = columns.map((column) => inside(column, 'template')).find((each) => each !== undefined);
  return isTemplate(template) ? template : undefined;
}

function isTemplate(value: unknown): value is SentenceTemplate {
  if (typeof value === 'string') return true;
  const of = inside(value, 'of');
  return (
    typeof inside(value, 'by') === 'string' &&
    typeof of === 'object' &&
    of !== null &&
    Object.values(of).every((each) => typeof each === 'string')
  );
}

function inside(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (each, key) =>
      typeof each === 'object' && each !== null && Object.hasOwn(each, key)
        ? (each as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}
