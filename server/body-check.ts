import { _, Ajv, Name, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { findTooMuch } from '#api/contract/json-bounds.ts';
import { defaultWords } from '#engine/vocabulary/words.ts';
import { Refused } from './refused.ts';

/** Enough for a person to correct; collecting all errors of a large invalid body would block the server. */
const MOST_ERRORS = 50;
/** Keyword on list entries that stops the validation after enough errors. */
const ENOUGH = 'cairnEnoughErrors';

const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true });
addFormats.default(ajv);
ajv.addKeyword({
  keyword: ENOUGH,
  code: ({ gen }) => gen.if(_`${new Name('errors')} >= ${MOST_ERRORS}`, () => gen.throw(_`${new Name('vErrors')}`)),
});

const typeWords: Record<string, string> = {
  integer: 'Must be a whole number',
  number: 'Must be a number',
  string: 'Must be a text',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
};

/** Validates a value and fills in defaults. @throws Refused `invalid_input` with the fields */
export type Check = (value: unknown) => void;

const compiled = new WeakMap<TSchema, ValidateFunction>();

/** Compiled when it is first needed: all of the catalogue together take half of the time in which a server starts. */
function validatorOf(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(stoppingAtItems(schema) as TSchema);
  compiled.set(schema, known);
  return known;
}

/** Makes the check of a schema, with bounded work and a bounded number of errors. */
export function bodyCheck(schema: TSchema): Check {
  return (value) => {
    const tooMuch = findTooMuch(value, schema, judgeText);
    if (tooMuch) throw new Refused('invalid_input', { fields: { [tooMuch.pointer]: tooMuch.message } });
    const errors = errorsOf(validatorOf(schema), value);
    if (errors.length > 0) throw new Refused('invalid_input', { fields: fieldsOf(errors) });
  };
}

/** PostgreSQL cannot store NUL in a text. */
function judgeText(text: string): string | undefined {
  return text.includes('\0') ? 'Please enter a valid value' : undefined;
}

function errorsOf(validate: ValidateFunction, value: unknown): readonly ErrorObject[] {
  try {
    return validate(value) ? [] : (validate.errors ?? []);
  } catch (enough) {
    if (Array.isArray(enough)) return enough as ErrorObject[];
    throw enough;
  }
}

/** Adds `ENOUGH` to the entries of the schema's lists. */
function stoppingAtItems(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(stoppingAtItems);
  if (schema === null || typeof schema !== 'object') return schema;
  const inner = Object.entries(schema).map(([key, part]): [string, unknown] => [key, stoppingAtItems(part)]);
  return Object.fromEntries(
    inner.map(([key, part]) => (key === 'items' ? [key, { ...(part as object), [ENOUGH]: true }] : [key, part])),
  );
}

function fieldsOf(errors: readonly ErrorObject[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { keyword, instancePath, params } of errors.slice(0, MOST_ERRORS)) {
    const named = params as { missingProperty?: string; additionalProperty?: string; type?: string };
    const below = named.missingProperty ?? named.additionalProperty;
    const pointer = below === undefined ? instancePath : `${instancePath}/${escapePointer(below)}`;
    fields[pointer || '/'] ??=
      keyword === 'type'
        ? (typeWords[String(named.type)] ?? 'Please enter a valid value')
        : defaultWords(keyword, params);
  }
  return fields;
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
