import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import hashForSchema from '@rjsf/utils/lib/hashForSchema.js';
import type { CompiledScreen } from '#engine/document/document.ts';

/**
 * What rjsf asks while it resolves conditions, answered by the validators that were compiled with the screen: no AJV
 * and no eval in the page. Throws for a schema that was not compiled. rjsf's own precompiled validator compares the
 * whole root schema and hashes on every question; this one hashes a condition once.
 */
export function precompiledValidator(screen: CompiledScreen): ValidatorType {
  const keys = new WeakMap<object, string>();
  const keyOf = (schema: RJSFSchema) => {
    const known = keys.get(schema) ?? hashForSchema(schema);
    keys.set(schema, known);
    return known;
  };
  return {
    isValid(schema: RJSFSchema | boolean, data) {
      if (typeof schema === 'boolean') return schema;
      const check = screen.validators[keyOf(schema)];
      if (!check)
        throw new Error(`screen "${screen.flow}/${screen.id}" was compiled without ${JSON.stringify(schema)}`);
      return check(data);
    },
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({ errors: [] }),
  };
}
