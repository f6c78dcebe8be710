import type { Pointer } from './document.ts';
import type { Problem } from './problem.ts';
import { isChoiceOfValues, subschemas, type Schema } from './schema.ts';

/** Within these a schema is a condition and declares no field. */
const CONDITION = /\/(?:if|not|contains)(?:\/|$)/;

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
      const unknown = asked.length > 0 && !asked.some((value) => options.includes(value));
      const [value] = asked;
      return unknown
        ? [{ pointer: `/schema${at}`, message: `${JSON.stringify(value)} is no option of this field` }]
        : [];
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
