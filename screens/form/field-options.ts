import type { UiSchema } from '@rjsf/utils';
import getUiOptions from '@rjsf/utils/lib/getUiOptions.js';
import type { FlagChoice } from '#engine/document/flags.ts';
import { isChoiceOfValues, type Schema } from '#engine/document/schema.ts';

/** Where a tree begins, as the document says it. */
export interface TreeRoot {
  value: string;
  label: string;
}

/** What a document's `ui` says of a field, beside its widget. */
export interface FieldOptions {
  widget?: string;
  /** Stands beside the next short field. */
  half?: boolean;
  placeholder?: string;
  autocomplete?: string;
  autofocus?: boolean;
  rows?: number;
  monospace?: boolean;
  /** Of `editor`: the field that says the language. */
  languageFrom?: string;
  prefix?: string;
  suffix?: string;
  /** Shows how many characters there are, of `maxLength` or of this many. */
  count?: boolean | number;
  /** Of `options`: the named source and the pointer of the field that it depends on. */
  source?: string;
  dependsOn?: string;
  /** Of `options`: said when the choices cannot be fetched, instead of the general words. */
  failed?: string;
  /** Of `options`: another choice can be added at any time, not only the first one. */
  adds?: boolean;
  /** Of `code`: how many characters it has. */
  length?: number;
  enumNames?: string[];
  /** Of `file`: the endings that a browser offers, the field that keeps its name, the field that says the server holds it. */
  accept?: string;
  nameField?: string;
  keptField?: string;
  /** Of `file`: the field whose change lets go of the file. */
  clearedBy?: string;
  /** Of `tree`: which one, where it begins, and the title of its dialog. */
  tree?: string;
  roots?: readonly TreeRoot[];
  treeTitle?: string;
  /** Of `tree`: what has others below it can be chosen too. */
  branches?: boolean;
  /** Of `flags`: its choices. */
  flags?: readonly FlagChoice[];
  /** Of `checkboxes`: side by side. */
  columns?: number;
}

export function fieldOptions(uiSchema: UiSchema | undefined): FieldOptions {
  return getUiOptions(uiSchema ?? {}) as FieldOptions;
}

export interface Choice {
  value: string | number | boolean;
  label: string;
  description?: string;
}

interface NamedValue {
  const: Choice['value'];
  title?: string;
  description?: string;
}

/** The values that a field may have: its named constants, those that an `enum` beside them lets through. */
export function choicesOf(schema: Schema, options: FieldOptions): Choice[] {
  const named: unknown = [schema.oneOf, schema.anyOf].find((some) => isChoiceOfValues(some));
  const allowed = schema.enum as Choice['value'][] | undefined;
  if (named) {
    return (named as NamedValue[])
      .filter((option) => !allowed || allowed.includes(option.const))
      .map((option) => ({
        value: option.const,
        label: option.title ?? String(option.const),
        ...(option.description && { description: option.description }),
      }));
  }
  return (allowed ?? []).map((value, index) => ({ value, label: options.enumNames?.[index] ?? String(value) }));
}
