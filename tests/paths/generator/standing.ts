import { standingAnswers as answersStanding, type Holds } from '#engine/cases/standing.ts';
import { vocabularyAjv } from '#engine/compile/ajv.ts';
import { validationSchema } from '#engine/compile/validation-schema.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';

const ajv = vocabularyAjv();
const compiled = new WeakMap<Schema, (value: unknown) => boolean>();

/** Whether the condition, `if` of a schema, holds for the value; each is compiled once, also of screens compiled without their conditions. */
export const holds: Holds = (condition, value) => {
  if (!isSchema(condition)) return condition === true;
  const check = compiled.get(condition) ?? ajv.compile(validationSchema(condition));
  compiled.set(condition, check);
  return check(value);
};

/** The answers of the fields that stand on the form: what branches hold that do not apply is neither shown nor sent. */
export function standingAnswers(screen: CompiledScreen, data: Answers): Answers {
  return answersStanding(screen, data, holds);
}
