import { catalogue } from '#api/contract/catalogue.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path d="M0 0h7v7H0zM14 0h7v7h-7zM0 14h7v7H0zM9 2h2v3H9zM9 9h3v3H9zM14 9h2v2h-2zM18 12h3v2h-3zM9 15h2v6H9zM13 17h4v2h-4zM2 9h4v2H2z"/></svg>';

/** Texts by the name of the property that holds them. */
const TEXTS: Record<string, string> = {
  qrSvg: PICTURE,
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DP',
  activationLink: 'https://cairn.example/#/activate?token=example',
  serverUrl: 'https://cairn.example',
  programUrl: 'https://cairn.example/agent/cairn-agent.mjs',
  packageUrl: 'https://cairn.example/agent/cairn-agent_amd64.deb',
  message: 'Answered as expected',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  attachmentId: '00000000-0000-4000-8000-000000000001',
  monitorType: 'PING',
  address: '192.0.2.10',
  country: 'NL',
  body: '<!doctype html>\n<title>Northwind</title>',
};

/** Whole replies, where only a value that exists can be chosen. The only choice would be chosen at once. */
const REPLIES: Record<string, unknown> = {
  listTimeZones: [
    { name: 'Europe/Berlin', timeZoneId: 'Europe/Berlin', offset: 60 },
    { name: 'UTC', timeZoneId: 'UTC', offset: 0 },
  ],
};

/** What the valid example of a later screen names. */
const OF_REPLIES: Record<string, object> = {
  planOrganizationDeletion: { name: 'Acme' },
  planDeviceDeletion: { name: 'Acme' },
};

const NAMES = ['name', 'monitorName', 'title', 'firstName'];

/** What the call of this name may answer, or its run end with: made from the catalogue, so that no flow has to bring replies of its own. */
export function sampleReply(call: string): unknown {
  const reply = REPLIES[call] ?? sampleOf(schemaOf(call), call);
  const own = OF_REPLIES[call];
  return own === undefined ? reply : { ...(reply as object), ...own };
}

function schemaOf(call: string): unknown {
  const entry = (catalogue as Record<string, { reply?: unknown; result?: unknown }>)[call];
  return entry?.result ?? entry?.reply;
}

/** What a save of this name may be refused with when somebody else saved first: they renamed it. */
export function sampleConflict(call: string): { current: object; by: string; at: string } | undefined {
  const entry = (catalogue as Record<string, { revised?: unknown }>)[call];
  if (entry?.revised === undefined) return undefined;
  const entity = sampleOf(entry.revised, call) as Record<string, unknown>;
  const renamed = Object.fromEntries(
    NAMES.flatMap((name) => (typeof entity[name] === 'string' ? [[name, `${entity[name]} (renamed)`]] : [])),
  );
  return { current: { ...entity, ...renamed, revision: 2 }, by: 'Ana Souza', at: '2026-01-01T09:00:00.000Z' };
}

/** The same, once for each way that a closed set at the top of the reply may go: `{ state: 'used' }`, `{ state: 'expired' }`. */
export function sampleReplies(call: string): unknown[] {
  const schema = schemaOf(call);
  const sample = sampleReply(call);
  const properties = isSchema(schema) ? (schema.properties ?? {}) : {};
  const others = Object.entries(properties).flatMap(([name, property]) =>
    constantsOf(property)
      .slice(1)
      .map((value) => ({ ...(sample as object), [name]: value })),
  );
  const counts = Object.entries(properties).filter(([, property]) => isSchema(property) && property.type === 'integer');
  const none = Object.fromEntries(counts.map(([name]) => [name, 0]));
  return [sample, ...others, ...(counts.length > 0 ? [{ ...(sample as object), ...none }] : [])];
}

function constantsOf(schema: unknown): unknown[] {
  if (!isSchema(schema)) return [];
  return (schema.anyOf ?? []).flatMap((one) => (isSchema(one) && 'const' in one ? [one.const] : []));
}

function sampleOf(schema: unknown, name: string, index = 0): unknown {
  if (!isSchema(schema)) return undefined;
  if ('const' in schema) return schema.const;
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const option = options.find((one) => isSchema(one) && one.type !== 'null');
  if (option) return sampleOf(option, name, index);
  return byType(schema, name, index);
}

function byType(schema: Schema, name: string, index: number): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, property]) => [key, sampleOf(property, key, index)]),
      );
    case 'array':
      return [0, 1, 2].map((place) => sampleOf(schema.items, name, place));
    case 'integer':
    case 'number':
      // Something is there to be shown; `sampleReplies` has the reply without.
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1)) + index;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      if (schema.format === 'date-time') return '2026-01-01T09:00:00.000Z';
      if (schema.format === 'date') return '2026-01-31';
      if (schema.format === 'chosen-file') return `57 1764028800000 file-${index + 1}.txt`;
      return TEXTS[name] ?? `${name}-${index + 1}`;
  }
}

/** A row of a table, made from the schema of its item; the rows go through the named values of each column. */
export function sampleRow(item: Schema, index: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item.properties ?? {}).map(([name, schema]) => [name, sampleCell(schema, name, index)]),
  );
}

function sampleCell(schema: unknown, name: string, index: number): unknown {
  const named = isSchema(schema) ? (schema.oneOf ?? []) : [];
  const one = named[index % Math.max(1, named.length)];
  return isSchema(one) ? one.const : sampleOf(schema, name, index);
}
