// Two changes of one screen, both made from the same version, as one document.
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { pointerOf } from '#engine/document/pointer.ts';
import { isSchema } from '#engine/document/schema.ts';
import { equal } from '#engine/vocabulary/runtime.ts';

interface Versions {
  /** What both began with. */
  base: ScreenDocument;
  mine: ScreenDocument;
  theirs: ScreenDocument;
}

/** A value that both changed to different ones. */
export interface DocumentConflict {
  pointer: Pointer;
  mine: unknown;
  theirs: unknown;
}

/** What one alone changed is taken over. Of a conflict the document has mine, or theirs where `chosen` names its pointer. */
export function mergeDocuments(
  versions: Versions,
  chosen: ReadonlySet<Pointer> = new Set(),
): { document: ScreenDocument; conflicts: DocumentConflict[] } {
  const conflicts: DocumentConflict[] = [];
  const merge = (base: unknown, mine: unknown, theirs: unknown, pointer: Pointer): unknown => {
    if (equal(mine, theirs) || equal(base, theirs)) return mine;
    if (equal(base, mine)) return theirs;
    if (isSchema(mine) && isSchema(theirs)) {
      const before = isSchema(base) ? base : {};
      const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
      const held = names.map((name) => [
        name,
        merge(before[name], mine[name], theirs[name], pointer + pointerOf([name])),
      ]);
      return Object.fromEntries(held.filter(([, value]) => value !== undefined));
    }
    if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
      const names = [base, mine, theirs].flat().every((one) => typeof one === 'string');
      const merged = names ? mergedNames(base, mine, theirs) : undefined;
      if (merged !== undefined) return merged;
      // Names that one side moved are a choice as a whole: by place, one could be there twice.
      if (!names && base.length === mine.length && base.length === theirs.length)
        return mine.map((one, index) => merge(base[index], one, theirs[index], `${pointer}/${index}`));
    }
    conflicts.push({ pointer, mine, theirs });
    return chosen.has(pointer) ? theirs : mine;
  };
  const document = merge(versions.base, versions.mine, versions.theirs, '') as ScreenDocument;
  return { document, conflicts };
}

/** A list of names, such as the order of the fields, to which both added and from which both removed; undefined where one moved names. */
function mergedNames(base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] | undefined {
  const inAll = (list: unknown[]) => list.filter((one) => [base, mine, theirs].every((other) => other.includes(one)));
  if (!equal(inAll(base), inAll(mine)) || !equal(inAll(base), inAll(theirs))) return undefined;
  const kept = mine.filter((one) => theirs.includes(one) || !base.includes(one));
  return [...kept, ...theirs.filter((one) => !base.includes(one) && !mine.includes(one))];
}
