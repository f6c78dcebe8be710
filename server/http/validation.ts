import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { defaultWords } from '#engine/vocabulary/words.ts';
import { Refused } from './handler.ts';

const options = { allErrors: true, strict: false, useDefaults: true } as const;
/** Bodies are JSON and say what they mean; addresses are text, so numbers and booleans in them are read. */
const strict = new Ajv(options);
const reading = new Ajv({ ...options, coerceTypes: true });
for (const ajv of [strict, reading]) addFormats.default(ajv);

const typeWords: Record<string, string> = {
  integer: 'Must be a whole number',
  number: 'Must be a number',
  string: 'Must be a text',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
};

/** The check of one part of a request: it reads (or refuses) a value. @throws Refused `invalid_input` with the fields */
export type Check = (value: unknown) => void;

export function bodyCheck(schema: TSchema): Check {
  return check(strict.compile(schema));
}

export function addressCheck(schema: TSchema): Check {
  return check(reading.compile(schema));
}

function check(validate: ValidateFunction): Check {
  return (value) => {
    const fields = validate(value) ? {} : fieldsOf(validate.errors ?? []);
    nulls(value, '', fields);
    if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields });
  };
}

function fieldsOf(errors: readonly ErrorObject[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { keyword, instancePath, params } of errors) {
    const named = params as { missingProperty?: string; additionalProperty?: string; type?: string };
    const below = named.missingProperty ?? named.additionalProperty;
    const pointer = below === undefined ? instancePath : `${instancePath}/${escaped(below)}`;
    fields[pointer || '/'] ??=
      keyword === 'type'
        ? (typeWords[String(named.type)] ?? 'Please enter a valid value')
        : defaultWords(keyword, params);
  }
  return fields;
}

/** PostgreSQL keeps no NUL in a text. */
function nulls(value: unknown, pointer: string, fields: Record<string, string>): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) fields[pointer || '/'] ??= 'Please enter a valid value';
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) nulls(inner, `${pointer}/${escaped(key)}`, fields);
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
