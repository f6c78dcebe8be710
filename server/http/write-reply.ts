import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

/**
 * Writes a reply as its call declares it and leaves out whatever the call does not declare. Compiled at the first reply: a
 * server has many calls that nobody makes.
 */
export const replyWriter: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  let write: ((reply: unknown) => string) | undefined;
  return (reply) => (write ??= fastJson(schema as Schema) as (reply: unknown) => string)(reply);
};

/** @throws Error that names the call and the place, where a reply has not the declared shape or says more. */
export type ReplyCheck = (reply: unknown) => void;

/** For tests: what clients would miss, or get without a declaration, fails the call. */
export function replyCheck(call: string, schema: TSchema): ReplyCheck {
  let validate: ValidateFunction | undefined;
  return (reply) => {
    validate ??= newAjv().compile(closed(schema) as TSchema);
    // As clients receive it: a date is text, an undefined value is absent.
    if (validate(JSON.parse(JSON.stringify(reply)))) return;
    throw new Error(`The reply of ${call} is not what the catalogue declares: ${wordsOf(validate.errors ?? [])}`);
  };
}

function newAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv;
}

/** The schema with every object that lists its properties closed to others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part)]));
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...inner, additionalProperties: false }
    : inner;
}

function wordsOf(errors: readonly ErrorObject[]): string {
  return errors
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}
