import hashForSchema from '@rjsf/utils/lib/hashForSchema.js';
import type { CompiledScreen } from '../document/document.ts';
import { isSchema, type Schema } from '../document/schema.ts';
import type { Holds } from './standing.ts';

/** Judges conditions by what was compiled with the screen: a page may evaluate nothing. Throws for a condition that was not compiled. */
export function compiledConditions({ flow, id, validators }: CompiledScreen): Holds {
  const keys = new WeakMap<Schema, string>();
  return (condition, value) => {
    if (!isSchema(condition)) return condition === true;
    const key = keys.get(condition) ?? hashForSchema(condition);
    keys.set(condition, key);
    const check = validators[key];
    if (check === undefined)
      throw new Error(`screen "${flow}/${id}" was compiled without ${JSON.stringify(condition)}`);
    return check(value);
  };
}
