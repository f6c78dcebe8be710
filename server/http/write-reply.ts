import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';

/** By schema, since a process may start several servers: the catalogue is the same for all. */
const writers = new WeakMap<TSchema, (reply: unknown) => string>();
const validators = new WeakMap<TSchema, ValidateFunction>();

/**
 * Serializes a reply by its call's schema and omits undeclared properties. Compiled lazily: most
 * calls are never made in a process.
 */
export const replyWriter: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  return (reply) => onceFor(writers, schema, () => fastJson(schema as Schema) as (reply: unknown) => string)(reply);
};

/** @throws Error with the call and the place where a reply does not match its schema or has undeclared properties. */
export type ReplyCheck = (reply: unknown) => void;

/** For tests: fails a call whose reply lacks a declared property or has an undeclared one. */
export function replyCheck(call: string, schema: TSchema): ReplyCheck {
  return (reply) => {
    const validate = onceFor(validators, schema, () => newAjv().compile(closeObjects(schema) as TSchema));
    // Check the reply as clients receive it: dates as text, undefined values absent.
    if (validate(JSON.parse(JSON.stringify(reply)))) return;
    throw new Error(`The reply of ${call} is not what the catalogue declares: ${wordsOf(validate.errors ?? [])}`);
  };
}

function onceFor<Made>(made: WeakMap<TSchema, Made>, schema: TSchema, make: () => Made): Made {
  const known = made.get(schema) ?? make();
  made.set(schema, known);
  return known;
}

function newAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv;
}

/** Forbids undeclared properties in every object of the schema that lists its properties. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (schema === null || typeof schema !== 'object') return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closeObjects(part)]));
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
