import hashForSchema from '@rjsf/utils/lib/hashForSchema.js';
import { JUNK_OPTION } from '@rjsf/utils/lib/schema/getClosestMatchingOption.js';
import { isSchema, subschemas, type Schema } from '../document/schema.ts';

/**
 * The schemas that rjsf asks its validator about, by its key: the whole, every condition of an `if`, every option of a
 * `oneOf` or `anyOf` as rjsf widens it, and the conditions of `dependencies`. rjsf's own `schemaParser` multiplies the
 * branches of all conditions with each other (30 conditional fields would be 2^30 schemas); walking finds the same.
 */
export function formSchemas(root: Schema): Map<string, Schema> {
  return new Map(formSchemaList(root).map((schema) => [hashForSchema(schema), schema]));
}

/** The same in an order that does not depend on the texts. */
export function formSchemaList(root: Schema): Schema[] {
  const found: Schema[] = [];
  const add = (schema: unknown) => {
    if (isSchema(schema)) found.push(schema);
  };
  add(root);
  for (const { schema } of subschemas(root)) {
    add(schema.if);
    const options = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    for (const option of options) optionForms(option).forEach(add);
    // Stands beside every option that rjsf asks about, and never matches.
    if (options.length > 0) optionForms(JUNK_OPTION).forEach(add);
    for (const [name, dependent] of Object.entries(schema.dependencies ?? {})) {
      for (const option of isSchema(dependent) ? (dependent.oneOf ?? []) : []) add(dependencyCondition(name, option));
    }
  }
  return found;
}

/** As `getFirstMatchingOption` of @rjsf/utils asks: any of the option's properties, none of them required. */
function optionForms(option: unknown): Schema[] {
  if (!isSchema(option)) return [];
  const relaxed = option.additionalProperties === false ? [{ ...option, additionalProperties: true }] : [];
  return [option, ...relaxed].map(askedFor);
}

function askedFor(option: Schema): Schema {
  if (option.properties === undefined) return option;
  const requires = { anyOf: Object.keys(option.properties).map((key) => ({ required: [key] })) };
  const { required: _, ...rest } = option;
  return option.anyOf === undefined
    ? { ...rest, ...requires }
    : { ...rest, allOf: [...(option.allOf ?? []), requires] };
}

/** As `withExactlyOneSubschema` of @rjsf/utils asks. */
function dependencyCondition(name: string, option: unknown): Schema | undefined {
  const condition = isSchema(option) ? option.properties?.[name] : undefined;
  return condition === undefined ? undefined : { type: 'object', properties: { [name]: condition } };
}
