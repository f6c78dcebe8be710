import { isSessionOnly, type Call } from '#api/contract/call.ts';
import { customFieldsMark, type CustomFieldsMark } from '#api/contract/custom-fields.ts';
import {
  apiKeyErrors,
  commonErrors,
  errors,
  secondFactorErrors,
  stepUpErrors,
  type ErrorCode,
} from '#api/contract/errors.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import { Conflict, Nothing, Refusal } from '#api/contract/shapes.ts';

type Json = Record<string, unknown>;

/** The schemas of a flow's custom fields, by field. */
type CustomSchemas = (flow: string) => Json;

/** Builds the OpenAPI 3.1 document of the catalogue, whose TypeBox schemas are already JSON Schema. */
export function openApi(
  calls: readonly (readonly [CallName, Call])[],
  { version, customSchemas }: { version: string; customSchemas: CustomSchemas },
): Json {
  const document = documentOf(calls, version);
  return withCustomSchemas(document, customSchemas) as Json;
}

/** Replaces each custom-fields marker with the schemas of the flow's screens. */
function withCustomSchemas(part: unknown, customSchemas: CustomSchemas): unknown {
  if (Array.isArray(part)) return part.map((each) => withCustomSchemas(each, customSchemas));
  if (part === null || typeof part !== 'object') return part;
  const { [customFieldsMark]: mark, ...rest } = part as Json;
  if (mark !== undefined) return { ...rest, properties: propertiesOf(mark as CustomFieldsMark, customSchemas) };
  return Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, withCustomSchemas(each, customSchemas)]));
}

function propertiesOf({ flow, nullable }: CustomFieldsMark, customSchemas: CustomSchemas): Json {
  const properties = Object.entries(customSchemas(flow));
  return Object.fromEntries(
    properties.map(([name, schema]) => [name, nullable ? { anyOf: [schema, { type: 'null' }] } : schema]),
  );
}

function documentOf(calls: readonly (readonly [CallName, Call])[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of calls) {
    const path = `/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(name, call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version,
      description:
        'Refusals are `{ resultCode: "FAILURE", errorCode, errorMessage, fields? }`. Unknown and foreign are both 404.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: plain(Refusal) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'cairn_session' },
        key: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operation(name: string, call: Call): Json {
  const inAddress = (place: 'path' | 'query') => {
    const schema = place === 'path' ? call.params : call.query;
    const required = new Set<string>(schema?.required ?? []);
    return Object.entries(schema?.properties ?? {}).map(([field, of]) => ({
      name: field,
      in: place,
      required: place === 'path' || required.has(field),
      schema: plain(of),
    }));
  };
  const revision = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The `revision` that the change is based on. A stale one is refused with 412 and the entity as it is stored now. Without it the change overwrites whatever is stored; the console always sends it.',
    schema: { type: 'string', examples: ['"7"'] },
  };
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } };
  return {
    operationId: name,
    summary: call.summary,
    parameters: [
      ...inAddress('path'),
      ...inAddress('query'),
      ...(call.idempotent ? [key] : []),
      ...(call.revised ? [revision] : []),
    ],
    ...(call.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: plain(call.body) } } } }
      : {}),
    responses: {
      ...(call.websocket
        ? { 101: { description: 'A WebSocket' } }
        : call.reply === Nothing
          ? { 204: { description: 'Done' } }
          : { 200: { description: 'Done', content: contentOf(call) } }),
      ...refusals(call, [
        ...call.errors,
        ...commonErrors,
        ...apiKeyErrors,
        ...(call.stepUp ? stepUpErrors : []),
        ...(call.secondFactor ? secondFactorErrors : []),
      ]),
    },
    security: call.permission === 'public' ? [] : [{ session: [] }, ...(isSessionOnly(call) ? [] : [{ key: [] }])],
    'x-permission': call.permission,
  };
}

function contentOf({ reply, file = ['application/json'] }: Call): Json {
  return Object.fromEntries(file.map((mediaType) => [mediaType, { schema: plain(reply) }]));
}

function refusals({ revised }: Call, codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes))
    byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code]);
  const refusal = { $ref: '#/components/schemas/Refusal' };
  const conflict = revised && { properties: { conflict: plain(Conflict(revised)) } };
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.join(', '),
        content: {
          'application/json': {
            schema: conflict && some.includes('conflict') ? { allOf: [refusal, conflict] } : refusal,
          },
        },
      },
    ]),
  );
}

/** Strips TypeBox's symbols. */
function plain(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema));
}
