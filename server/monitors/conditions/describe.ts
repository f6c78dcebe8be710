import type { ScreenLibrary } from '#engine/compile/library.ts';
import { sentence, type SentenceTemplate } from '#engine/document/sentence.ts';

/** The sentence of a condition (F08-31), from the template that the page's table shows too. */
export function conditionSentences(screens: ScreenLibrary): (condition: Readonly<Record<string, unknown>>) => string {
  const template = columnTemplate(screens.get('cloud-monitor', 'conditions').document.ui);
  if (template === undefined)
    throw new Error('schemas/cloud-monitor/conditions.json has no column with a template for the description');
  return (condition) => sentence(template, condition);
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
