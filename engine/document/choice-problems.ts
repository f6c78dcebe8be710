import { CONDITION } from './condition-problems.ts';
import type { Pointer } from './document.ts';
import type { Problem } from './problem.ts';
import { isChoiceOfValues, subschemas, type Schema } from './schema.ts';

/** Defaults and conditions that name a value which no option of their field has. */
export function choiceProblems(schema: Schema): Problem[] {
  const visits = [...subschemas(schema)];
  const offered = new Map<Pointer, unknown[]>();
  for (const { schema: field, at, pointer } of visits) {
    const values = CONDITION.test(at) ? undefined : optionsOf(field);
    if (values !== undefined) offered.set(pointer, [...(offered.get(pointer) ?? []), ...values]);
  }
  return visits.flatMap(({ schema: field, at, pointer }): Problem[] => {
    const options = offered.get(pointer);
    if (options === undefined) return [];
    if (CONDITION.test(at)) {
      const asked = 'const' in field ? [field['const']] : Array.isArray(field.enum) ? field.enum : [];
      return asked
        .filter((value) => !options.includes(value))
        .map((value) => ({
          pointer: `/schema${at}`,
          message: `${JSON.stringify(value)} is no option of this field, and its condition can never hold by it`,
        }));
    }
    const begins = field.default;
    if (begins === undefined || begins === null || typeof begins === 'object' || options.includes(begins)) return [];
    return [{ pointer: `/schema${at}/default`, message: `${JSON.stringify(begins)} is no option of this field` }];
  });
}

function optionsOf({ enum: values, oneOf, anyOf }: Schema): unknown[] | undefined {
  if (Array.isArray(values)) return values;
  for (const options of [oneOf, anyOf] as unknown[])
    if (isChoiceOfValues(options)) return options.map((option) => option.const);
  return undefined;
}
