import { withPart } from './parts.ts';
import { segmentsOf, valueAt } from './pointer.ts';
import { isSchema, subschemas } from './schema.ts';

/**
 * Reads the document at a place beside this one's folder: `../cloud-monitor-condition/settings.json`; the documents of a folder,
 * in the order of their names, at `../cloud-monitor/types/`. Throws when there is none.
 */
export type ReadDocument = (place: string) => unknown;

const ELSEWHERE = /^(\.\.\/[a-z0-9-]+\/(?:[a-z0-9-]+\/)?[a-z0-9-]+\.json)#(\/.*)$/;
const FOLDER = /^(\.\.\/[a-z0-9-]+\/[a-z0-9-]+\/)#(\/.*)$/;

export const noDocuments: ReadDocument = (place) => {
  throw new Error(`"${place}" is another document, and none can be read here`);
};

/**
 * The document with what it takes from other documents put in place: `{ "$ref": "../<flow>/<screen>.json#/schema" }`, so
 * that a list whose rows a flow of their own edits has the bounds and words of that flow's screens, and no second copy.
 * What stands beside a `$ref` is added. Throws when a reference leads nowhere or in a circle.
 */
export function withReferences<Document>(document: Document, read: ReadDocument): Document {
  return placed(withParts(document, read), read, []) as Document;
}

/**
 * `"parts": "../cloud-monitor/types/#/setup"` adds what each document of that folder has at the pointer, so that all that is
 * asked about one type of monitor is in one document. `partFields` names what they ask, which a module of the flow sends.
 */
function withParts(document: unknown, read: ReadDocument): unknown {
  if (!isSchema(document) || document['parts'] === undefined) return document;
  const { parts, ...own } = document;
  const [, folder, pointer] = (typeof parts === 'string' && FOLDER.exec(parts)) || [];
  const found = folder === undefined || pointer === undefined ? undefined : read(folder);
  if (!Array.isArray(found)) throw new Error(`"${String(parts)}" names no folder of documents`);
  const added = found.map((each) => valueAt(each, pointer ?? ''));
  const whole = added.reduce((one: unknown, part) => withPart(one, part), own) as object;
  return { ...whole, partFields: [...new Set(added.flatMap((part) => fieldsAsked(part)))] };
}

/** The screens of other flows that a document takes something from, as `<flow>/<screen>`. */
export function takenFrom(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref } = value as { $ref?: unknown };
  const [, place] = (typeof $ref === 'string' && ELSEWHERE.exec($ref)) || [];
  const [flow, screen, ...deeper] = place?.slice('../'.length, -'.json'.length).split('/') ?? [];
  if (flow !== undefined && screen !== undefined && deeper.length === 0) found.add(`${flow}/${screen}`);
  for (const held of Object.values(value)) takenFrom(held, found);
  return found;
}

/** Names of the fields that a part of a screen asks. */
function fieldsAsked(part: unknown): string[] {
  const schema = isSchema(part) ? part['schema'] : undefined;
  return [...subschemas(schema)].flatMap(({ pointer }) => {
    const [name, ...below] = segmentsOf(pointer);
    return name === undefined || below.length > 0 ? [] : [name];
  });
}

function placed(value: unknown, read: ReadDocument, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => placed(item, read, open));
  if (!isSchema(value)) return value;
  const { $ref, ...beside } = value;
  const [, place, pointer] = (typeof $ref === 'string' && ELSEWHERE.exec($ref)) || [];
  const rest = (of: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(of).map(([key, held]) => [key, placed(held, read, open)]));
  if (typeof $ref !== 'string' || place === undefined || pointer === undefined) return rest(value);
  if (open.includes($ref)) throw new Error(`"${$ref}" refers to itself`);
  const found = valueAt(withParts(read(place), read), pointer);
  if (!isSchema(found)) throw new Error(`"${$ref}" names nothing that can stand here`);
  return { ...(placed(found, read, [...open, $ref]) as object), ...rest(beside) };
}
