import { screenOf } from '../compile/library.ts';
import { vocabularyAjv } from '../compile/ajv.ts';
import { validationSchema } from '../compile/validation-schema.ts';
import type { Pointer, ScreenDocument } from './document.ts';
import { pointerOf } from './pointer.ts';
import type { Problem } from './problem.ts';
import { isSchema, type Schema } from './schema.ts';

/** Valid examples that are refused or answer a field that is not asked, and invalid examples that pass. */
export function exampleProblems(document: ScreenDocument): Problem[] {
  if (document.examples === undefined) return [];
  const ajv = vocabularyAjv();
  let screen: ReturnType<typeof screenOf>;
  try {
    screen = screenOf('', '', document, ajv);
  } catch (error) {
    return [{ pointer: '/schema', message: error instanceof Error ? error.message : String(error) }];
  }
  const holds: Holds = (condition, data) => ajv.compile(validationSchema(condition))(data) === true;
  const wrong = document.examples.valid.flatMap((example, index) => {
    const pointer = `/examples/valid/${index}`;
    const [first] = screen.validate(example);
    if (first !== undefined) {
      const where = first.pointer === '' ? 'the whole' : first.pointer;
      const message = `this example must be valid, but ${where} says "${first.message}"; examples follow the bounds of their screen: change the example, or the bound`;
      return [{ pointer, message }];
    }
    const [unasked] = unaskedIn([screen.document.schema ?? {}], example, holds);
    if (unasked === undefined) return [];
    const message = `this example answers ${unasked}, and no field asks for it after the other answers; change the example, or the condition of the field`;
    return [{ pointer, message }];
  });
  const passed = document.examples.invalid.flatMap((example, index) =>
    screen.validate(example).length > 0
      ? []
      : [
          {
            pointer: `/examples/invalid/${index}`,
            message: 'this example must be refused, but it is valid; change the example, or the bound',
          },
        ],
  );
  return [...wrong, ...passed];
}

type Holds = (condition: Schema | boolean, data: unknown) => boolean;

/** Pointers of values that no applicable schema has a property for. An object whose schemas name no properties may hold anything. */
function unaskedIn(schemas: readonly unknown[], value: unknown, holds: Holds, at: Pointer = ''): Pointer[] {
  const all = schemas.flatMap((schema) => applying(schema, value, holds));
  if (Array.isArray(value)) {
    const items = all.flatMap((schema) => (isSchema(schema.items) ? [schema.items] : []));
    return items.length === 0 ? [] : value.flatMap((one, index) => unaskedIn(items, one, holds, `${at}/${index}`));
  }
  const isFree = all.every(({ properties }) => properties === undefined);
  if (isFree || !isSchema(value) || all.some(takesOthers)) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    const asked = all.flatMap(({ properties }) => (properties?.[name] === undefined ? [] : [properties[name]]));
    const pointer = at + pointerOf([name]);
    return asked.length === 0 ? [pointer] : unaskedIn(asked, held, holds, pointer);
  });
}

const takesOthers = ({ additionalProperties, patternProperties }: Schema) =>
  patternProperties !== undefined || additionalProperties === true || isSchema(additionalProperties);

/** The schema and each of its subschemas that applies to the value. */
function applying(schema: unknown, value: unknown, holds: Holds): Schema[] {
  if (!isSchema(schema)) return [];
  const within: unknown[] = [...(schema.allOf ?? [])];
  if (schema.if !== undefined) within.push(holds(schema.if as Schema | boolean, value) ? schema.then : schema.else);
  for (const [name, dependent] of Object.entries(schema.dependencies ?? {}))
    if (isSchema(value) && value[name] !== undefined) within.push(dependent);
  for (const options of [schema.oneOf ?? [], schema.anyOf ?? []])
    within.push(...options.filter((option) => holds(option as Schema | boolean, value)));
  return [schema, ...within.flatMap((one) => applying(one, value, holds))];
}
