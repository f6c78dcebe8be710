import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import type { ValidateFunction } from 'ajv';
import { vocabularyAjv } from '#engine/compile/ajv.ts';
import { validationSchema } from '#engine/compile/validation-schema.ts';
import type { CompiledScreen, FieldError, Pointer, ScreenDocument } from '#engine/document/document.ts';
import { chosenFlag, flagChoices } from '#engine/document/flags.ts';
import { valueAt } from '#engine/document/pointer.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { Structure } from '#screens/form/structure.ts';
import { tableOptions } from '#screens/form/table/table-options.ts';
import type { BoundCase } from '../generator/material.ts';
import { fieldSchema } from '../field-schemas.ts';

/** Typing more rows than this into the page shows nothing that these do not. */
const ROWS = 6;

/** Lists that begin with their main choice once they are known: a location is the organization's main one. */
const BEGINS_WITH_MAIN = new Set(['location']);

const DATES = new Set(['date', 'local-date-time']);

/** A way that comes to the bound before the choice is made may still try it. */
export const KEPT = 'a choice that was made is not taken back';

/**
 * Why nobody can give the form the answers that a bound is tried with: to the other tiers they come with a draft.
 * `standing`: what the form holds before.
 */
export function beyondHands(
  { document }: CompiledScreen,
  { data, error }: BoundCase,
  standing: Answers,
): string | undefined {
  for (const [name, rows] of Object.entries(data)) {
    const { item } = fieldSchema(document, `/${name}`);
    if (!Array.isArray(rows)) continue;
    if (rows.length > ROWS && sourceOf(document, `/${name}`) !== undefined) return 'the server offers fewer choices';
    if (item === undefined) continue;
    if (rows.length > ROWS) return 'so many rows are not typed';
    const table = valueAt(document.ui, `/${name}`) as { 'ui:options'?: { minimumRows?: number } } | undefined;
    const { minimumRows = 0 } = table?.['ui:options'] ?? {};
    if (rows.length < minimumRows) return 'the last row is not taken away';
  }
  if (error === undefined) return undefined;
  if (isAskedInDialog(document, error.pointer)) return 'the dialog of a row stays open while something in it is wrong';
  const { labels, type, schema, required } = fieldSchema(document, error.pointer);
  const value = valueAt(data, error.pointer);
  const flags = flagChoices(valueAt(document.ui, error.pointer));
  if (flags !== undefined) return chosenFlag(flags, data) === undefined ? 'it is none of the choices' : undefined;
  if (error.keyword === 'format' && DATES.has(schema.format ?? ''))
    return 'a date field of the browser holds nothing but dates';
  if (error.keyword === 'format' && schema.format === 'chosen-file') return 'what is chosen is a file';
  if (value === '' && !required) return 'a field that is emptied is not answered';
  if (value !== undefined) {
    const isOffered = labels.size === 0 ? !isChosen(document, error) : labels.has(value);
    return isOffered ? undefined : 'it is none of the choices';
  }
  if (type === 'array') return 'a list without rows is still a list';
  if (BEGINS_WITH_MAIN.has(sourceOf(document, error.pointer) ?? '')) return 'the main choice is made by itself';
  const isMade = (valueAt(standing, error.pointer) ?? schema.default) !== undefined;
  // A list of the server that must be answered offers no way to empty it.
  const isAsked = error.keyword === 'required' && sourceOf(document, error.pointer) !== undefined;
  return isMade && (labels.size > 0 || type === 'boolean' || isAsked) ? KEPT : undefined;
}

/**
 * Why a person cannot fill in these answers: they lack a choice that the form holds and offers no way to clear. A choice whose field
 * another answer hides does not count. Callers await `awaitedBy` first.
 */
export function keepsChoice(screen: CompiledScreen, data: Answers, standing: Answers): string | undefined {
  const { document } = screen;
  const kept = Object.keys(standing).filter((name) => {
    const { labels, type, schema, required } = fieldSchema(document, `/${name}`);
    const held = standing[name];
    const isGone = data[name] === undefined && held !== undefined && held !== schema.default;
    const isAsked = required && sourceOf(document, `/${name}`) !== undefined;
    return isGone && type !== 'array' && (labels.size > 0 || isAsked);
  });
  if (kept.length === 0) return undefined;
  const shown = structureOf(screen)?.visible({ ...standing, ...data });
  return kept.some((name) => shown === undefined || Object.hasOwn(shown, name)) ? KEPT : undefined;
}

const structures = new WeakMap<CompiledScreen, Structure>();

function structureOf(screen: CompiledScreen): Structure | undefined {
  const { schema } = screen.document;
  if (schema === undefined) return undefined;
  const structure = structures.get(screen) ?? new Structure(schema, conditions);
  structures.set(screen, structure);
  return structure;
}

const ajv = vocabularyAjv();
const compiled = new Map<string, ValidateFunction>();

/** Answers the conditions of screens that were compiled at run time, without rjsf's validators. */
const conditions: ValidatorType = {
  isValid(schema: RJSFSchema | boolean, data) {
    if (typeof schema === 'boolean') return schema;
    const key = JSON.stringify(schema);
    const check = compiled.get(key) ?? ajv.compile(validationSchema(schema));
    compiled.set(key, check);
    return check(data) === true;
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};

/** Whether the field offers what the server knows; of several rows that are the same each was offered. */
function isChosen(document: ScreenDocument, { pointer, keyword }: FieldError): boolean {
  return keyword !== 'uniqueBy' && sourceOf(document, pointer) !== undefined;
}

/** Whether the field is one of a row that has a dialog of its own. */
function isAskedInDialog(document: ScreenDocument, pointer: Pointer): boolean {
  const [, list, inRow] = /^(.*?)\/\d+(\/.*)$/.exec(pointer) ?? [];
  if (list === undefined || inRow === undefined) return false;
  const { schema, item } = fieldSchema(document, list);
  if (item === undefined) return false;
  return tableOptions(schema, item, valueAt(document.ui, list) as UiSchema | undefined).edit !== 'inline';
}

function sourceOf({ ui }: ScreenDocument, pointer: string): string | undefined {
  const field = valueAt(ui, pointer.replaceAll(/\/\d+(?=\/)/g, '/items')) as
    | { 'ui:options'?: { source?: string } }
    | undefined;
  return field?.['ui:options']?.source;
}
