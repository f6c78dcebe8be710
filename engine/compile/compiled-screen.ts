import type { CompiledScreen, CompiledValidator, ScreenDocument } from '../document/document.ts';
import { equal } from '../vocabulary/runtime.ts';
import { fieldErrors, type RawError } from './field-errors.ts';

/** What a compiled module, or the library at run time, knows of a screen. */
export interface ScreenParts {
  flow: string;
  id: string;
  version: string;
  document: ScreenDocument;
  /** Top-level properties in the order of the form. */
  order: readonly string[];
  defaults: Record<string, unknown>;
  secrets: string[];
  root?: string;
  validators: Record<string, CompiledValidator>;
}

export function compiledScreen({ root, order, ...screen }: ScreenParts): CompiledScreen {
  const whole = root === undefined ? undefined : screen.validators[root];
  return {
    ...screen,
    ...(root !== undefined && { root }),
    validate(data, context) {
      if (whole === undefined || whole.call(context, data)) return [];
      return fieldErrors((whole.errors ?? []) as unknown as RawError[], data, screen.document.messages, order);
    },
  };
}

/**
 * The validator of a schema that only names one value: an option of a select. Compiled screens call it.
 * @public
 */
export function constant(value: unknown): CompiledValidator {
  return (data) => equal(data, value);
}
