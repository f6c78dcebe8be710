import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { pointerOf, segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';

const known = new WeakMap<CompiledScreen, ReadonlyMap<Pointer, string>>();

/** Titles by pointer (items as `*`), those of conditional fields too. */
function titlesOf(screen: CompiledScreen): ReadonlyMap<Pointer, string> {
  const titles = known.get(screen) ?? new Map<Pointer, string>();
  if (known.has(screen)) return titles;
  for (const { schema, pointer } of subschemas(screen.document.schema)) {
    if (schema.title && !titles.has(pointer)) (titles as Map<Pointer, string>).set(pointer, schema.title);
  }
  known.set(screen, titles);
  return titles;
}

/** What the field is called where it stands: "Key". */
export function ownTitle(screen: CompiledScreen, pointer: Pointer): string {
  return titlesOf(screen).get(withoutIndexes(pointer)) ?? segmentsOf(pointer).at(-1) ?? '';
}

const isNumber = (segment: string) => /^\d+$/.test(segment);

/** What a person calls the field at the pointer: "Monitor name", "Key in row 2 of Headers". A group without a title is not named. */
export function titleAt(screen: CompiledScreen, pointer: Pointer): string {
  const titles = titlesOf(screen);
  const segments = segmentsOf(pointer);
  let name = '';
  let inRow = false;
  for (const [index, segment] of segments.entries()) {
    const isRow = isNumber(segment);
    const given = titles.get(withoutIndexes(pointerOf(segments.slice(0, index + 1))));
    const next = segments[index + 1];
    if (given === undefined && !isRow && next !== undefined && !isNumber(next)) continue;
    const title = given ?? segment;
    if (isRow) name = `row ${Number(segment) + 1} of ${name}`;
    else if (inRow) name = `${title} in ${name}`;
    else name = name === '' ? title : `${name}, ${title}`;
    inRow = isRow;
  }
  return inRow ? `R${name.slice(1)}` : name;
}
