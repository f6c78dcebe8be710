import type { ValidateFunction } from 'ajv';
import { vocabularyAjv } from '#engine/compile/ajv.ts';
import { withDefaults } from '#engine/compile/defaults.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { validationSchema } from '#engine/compile/validation-schema.ts';
import type { Schema } from '#engine/document/schema.ts';
import { stepsFor } from '#engine/flow/steps.ts';
import { customFieldsIn } from '../../custom/custom-fields.ts';
import manifest from '#schemas/cloud-monitor/flow.json';

const ajv = vocabularyAjv();
const compiled = new WeakMap<object, ValidateFunction>();

function holds(condition: Schema | boolean, data: unknown): boolean {
  if (typeof condition === 'boolean') return condition;
  const validate = compiled.get(condition) ?? ajv.compile(validationSchema(condition));
  compiled.set(condition, validate);
  return validate(data) === true;
}

/** The conditions have defaults of their own, which the import asks for; Confirm asks nothing. */
const notAsked = ['conditions', 'confirm'];

/** What a file leaves out of a new monitor begins as in the wizard: with the defaults of the steps that its type has. */
export function fillDefaults(screens: ScreenLibrary, given: Record<string, unknown>): Record<string, unknown> {
  let filled = given;
  const passed = new Set(notAsked);
  // A default of one step (what to do with mail) may bring another step.
  for (;;) {
    const step = stepsFor(manifest.stepper, { setup: filled }).find((each) => !passed.has(each));
    if (step === undefined) return withoutBlankRows(withCustomBelow(screens, filled));
    passed.add(step);
    filled = withDefaults(screens.get('cloud-monitor', step).document.schema as Schema | undefined, filled, holds);
  }
}

/** The defaults of custom fields, where a request has them. */
function withCustomBelow(screens: ScreenLibrary, filled: Record<string, unknown>): Record<string, unknown> {
  const names = new Set(customFieldsIn(screens, 'cloud-monitor').map(({ name }) => name));
  const custom = Object.entries(filled).filter(([name]) => names.has(name));
  if (custom.length === 0) return filled;
  const others = Object.entries(filled).filter(([name]) => !names.has(name));
  return { ...Object.fromEntries(others), custom: { ...Object.fromEntries(custom), ...(filled['custom'] as object) } };
}

/** A table of the wizard begins with a row to fill in, which is none yet. */
function withoutBlankRows(filled: Record<string, unknown>): Record<string, unknown> {
  const isBlank = (row: unknown) => typeof row === 'object' && row !== null && Object.keys(row).length === 0;
  return Object.fromEntries(
    Object.entries(filled).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.filter((row) => !isBlank(row)) : value,
    ]),
  );
}
