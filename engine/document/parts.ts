import { isSchema } from './schema.ts';

/** Takes the place of items that a part adds: in `ui:order`, everything that is not named. */
const rest = '*';

/**
 * A document with a part of it that stands elsewhere: lists and texts grow, objects are merged. A list with `*` takes the
 * items of the part before it, and an item with the title of one that is there adds to that one. Throws when the part sets
 * what the document sets already.
 */
export function withPart(document: unknown, part: unknown, at = ''): unknown {
  if (part === undefined) return document;
  if (document === undefined) return part;
  if (Array.isArray(document) && Array.isArray(part)) return withItems(document as unknown[], part as unknown[], at);
  if (isSchema(document) && isSchema(part)) {
    const names = new Set([...Object.keys(document), ...Object.keys(part)]);
    return Object.fromEntries([...names].map((name) => [name, withPart(document[name], part[name], `${at}/${name}`)]));
  }
  if (document === part) return document;
  if (typeof document === 'string' && typeof part === 'string' && at.startsWith('/help/')) return `${document} ${part}`;
  throw new Error(`a part sets ${at} again`);
}

function withItems(document: readonly unknown[], part: readonly unknown[], at: string): unknown[] {
  const items = [...document];
  for (const [index, added] of part.entries()) {
    const same = items.findIndex((item) => titleOf(item) !== undefined && titleOf(item) === titleOf(added));
    const end = items.indexOf(rest);
    if (same >= 0) items[same] = withPart(items[same], added, `${at}/${index}`);
    else items.splice(end < 0 ? items.length : end, 0, added);
  }
  return items;
}

function titleOf(item: unknown): unknown {
  return isSchema(item) ? item['title'] : undefined;
}
